/** Edit commands: remove widgets without leaving dangling transitions. */

import type { FlowDefinition } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { setNext } from './connect.ts';
import { mapStates, mapTransitions, rootWidgetId, targetName, withoutNext } from './definition-access.ts';

/**
 * Removes the widgets and disconnects every transition to them. The trigger at which executions start is kept.
 * Unknown ids are skipped.
 */
export function removeWidgets(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const root = rootWidgetId(definition);
  const ids = widgetIds(definition);
  const removed = new Set([...widgets].filter((id) => id !== root && ids.includes(id)));
  if (removed.size === 0) return definition;
  const removedNames = new Set([...removed].flatMap((id) => targetName(definition, id) ?? []));
  const states = definition.states.filter((_, index) => !removed.has(ids[index] ?? ''));
  const rest = mapStates({ ...definition, states }, (state) =>
    mapTransitions(state, (each) =>
      typeof each.next === 'string' && removedNames.has(each.next) ? withoutNext(each) : each,
    ),
  );
  if (!removedNames.has(definition.initial_state)) return rest;
  const first = rootWidgetId(rest);
  return first === null ? rest : { ...rest, initial_state: targetName(rest, first) ?? rest.initial_state };
}

/**
 * Removes the widgets one after another; where one has exactly one incoming and exactly one outgoing cord, their
 * ends are connected.
 */
export function removeAndReconnect(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const ids = widgetIds(definition);
  // In reverse order, because ids of widgets without a unique name contain their index.
  const order = [...new Set(widgets)].sort((a, b) => ids.indexOf(b) - ids.indexOf(a));
  return order.reduce(removeOne, definition);
}

function removeOne(definition: FlowDefinition, id: string): FlowDefinition {
  if (id === rootWidgetId(definition)) return definition;
  const cords = cordsOf(definition);
  const [incoming, ...otherIn] = cords.filter((cord) => cord.to === id);
  const [outgoing, ...otherOut] = cords.filter((cord) => cord.from === id);
  const joins = otherIn.length === 0 && otherOut.length === 0 && incoming?.from !== id && outgoing?.to !== id;
  if (!joins || incoming === undefined || outgoing === undefined) return removeWidgets(definition, [id]);
  const target = targetName(definition, outgoing.to);
  if (target === null) return removeWidgets(definition, [id]);
  const joined = setNext(definition, { widget: incoming.from, outlet: incoming.outlet }, target);
  return removeWidgets(joined, [id]);
}
