/** Edit commands: remove widgets without leaving dangling transitions. */

import type { FlowDefinition } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { setNext } from './connect.ts';
import {
  findWidget,
  mapStates,
  mapTransitions,
  rootWidgetId,
  targetName,
  withoutNext,
} from './definition-access.ts';

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
 * Removes the widgets one after another and keeps the path through each: what led to it leads to the target of its main
 * outlet. Without a main outlet the connections to it are removed.
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
  const next = mainTarget(definition, id);
  const incoming = cords.filter((cord) => cord.to === id && cord.from !== id && cord.from !== next);
  const target = next === null ? null : targetName(definition, next);
  if (target === null) return removeWidgets(definition, [id]);
  const joined = incoming.reduce(
    (now, cord) => setNext(now, { widget: cord.from, outlet: cord.outlet }, target),
    definition,
  );
  return removeWidgets(joined, [id]);
}

/**
 * Where the main path goes on after a widget: the one widget that all its cords lead to; else, where its branches do
 * not choose between paths, the target of its type's first event. Null when there is none.
 */
export function mainTarget(definition: FlowDefinition, id: string): string | null {
  const outgoing = cordsOf(definition).filter((cord) => cord.from === id && cord.to !== id);
  const [first, ...others] = new Set(outgoing.map(({ to }) => to));
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const type = widgetType(findWidget(definition, id)?.state.type);
  if (type === undefined || type.repeats !== undefined) return null;
  return outgoing.find(({ event }) => event === type.events[0]?.name)?.to ?? null;
}
