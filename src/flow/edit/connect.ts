/** Edit commands for cords: connect, disconnect, and insert a widget on a cord. */

import type { FlowDefinition, Point } from '../definition.ts';
import { outletsOf } from '../graph.ts';
import { type AddedWidget, addWidget, generateName } from './add-widget.ts';
import {
  findOutlet,
  findWidget,
  mapTransitions,
  type OutletRef,
  targetName,
  withoutNext,
  withState,
} from './definition-access.ts';

/**
 * Connects the outlet to the widget `to`, replacing its present target. An event without a transition gets one.
 * A trigger cannot be a target: then nothing changes. A widget that no `next` can refer to, because it has no name
 * or a duplicate one, is given a generated name first.
 * Grows: n in widgets.
 */
export function connect(definition: FlowDefinition, from: OutletRef, to: string): FlowDefinition {
  const target = findWidget(definition, to);
  if (target === null || target.state.type === 'trigger' || findOutlet(definition, from) === null)
    return definition;
  const address = targetName(definition, to);
  if (address !== null) return setNext(definition, from, address);
  const name = generateName(definition, target.state.type);
  const source = from.widget === to ? { ...from, widget: name } : from;
  return setNext(withState(definition, target.index, { ...target.state, name }), source, name);
}

/** Removes the cord of the outlet; the transition stays without a target. Grows: n in widgets. */
export function disconnect(definition: FlowDefinition, from: OutletRef): FlowDefinition {
  const found = findOutlet(definition, from);
  if (found === null) return definition;
  const state = mapTransitions(found.state, (each, index) =>
    index === found.outlet.transition ? withoutNext(each) : each,
  );
  return withState(definition, found.index, state);
}

/** Sets the target of the outlet as the transitions form does: a widget id, null for none. Grows: n in widgets. */
export function setEventNext(
  definition: FlowDefinition,
  widget: string,
  outlet: string,
  to: string | null,
): FlowDefinition {
  return to === null
    ? disconnect(definition, { widget, outlet })
    : connect(definition, { widget, outlet }, to);
}

/**
 * Inserts an existing widget on the cord of `from`: the cord leads to the widget, and the widget's first free
 * outlet to the former target. Nothing changes when the outlet has no cord, when the widget is one of its ends or
 * a trigger, or when it has no free outlet.
 */
export function insertOnCord(definition: FlowDefinition, from: OutletRef, widget: string): FlowDefinition {
  const cord = findOutlet(definition, from);
  const inserted = findWidget(definition, widget);
  if (cord === null || cord.outlet.next === null || inserted === null) return definition;
  if (inserted.index === cord.index || targetName(definition, widget) === cord.outlet.next) return definition;
  const free = outletsOf(inserted.state).find((each) => each.next === null);
  if (free === undefined || inserted.state.type === 'trigger') return definition;
  const connected = setNext(definition, { widget, outlet: free.key }, cord.outlet.next);
  return connect(connected, from, widget);
}

/**
 * Adds a widget of that type and inserts it on the cord of `from`; without a cord it is only connected.
 * Grows: n in widgets.
 */
export function insertNewOnCord(
  definition: FlowDefinition,
  from: OutletRef,
  type: string,
  at: Point,
  name?: string,
): AddedWidget {
  const added = addWidget(definition, type, at, name);
  const cord = findOutlet(definition, from);
  if (cord === null) return added;
  const change = cord.outlet.next === null ? connect : insertOnCord;
  return { id: added.id, definition: change(added.definition, from, added.id) };
}

/** Sets `next` of the outlet's transition without checking the name: for edits that have resolved it. */
export function setNext(definition: FlowDefinition, from: OutletRef, name: string): FlowDefinition {
  const found = findOutlet(definition, from);
  if (found === null) return definition;
  const { state, outlet } = found;
  if (outlet.transition === null) {
    const transitions = Array.isArray(state.transitions) ? state.transitions : [];
    const entry = { event: outlet.event, next: name };
    return withState(definition, found.index, { ...state, transitions: [...transitions, entry] });
  }
  const changed = mapTransitions(state, (each, index) =>
    index === outlet.transition && each.next !== name ? { ...each, next: name } : each,
  );
  return withState(definition, found.index, changed);
}
