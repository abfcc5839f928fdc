/** Taking widgets out of a flow without leaving a transition that leads nowhere. */

import type { FlowDefinition } from '../definition.ts';
import { cordsOf, widgetIds } from '../graph.ts';
import { setNext } from './connect.ts';
import { mapStates, mapTransitions, rootWidgetId, targetName, withoutNext } from './definition-access.ts';

/**
 * Removes the widgets and unplugs every transition that led to them. The trigger where executions begin
 * stays. Ids that do not exist are skipped.
 */
export function removeWidgets(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const root = rootWidgetId(definition);
  const ids = widgetIds(definition);
  const gone = new Set([...widgets].filter((id) => id !== root && ids.includes(id)));
  if (gone.size === 0) return definition;
  const lost = new Set([...gone].flatMap((id) => targetName(definition, id) ?? []));
  const states = definition.states.filter((_, index) => !gone.has(ids[index] ?? ''));
  const rest = mapStates({ ...definition, states }, (state) =>
    mapTransitions(state, (each) =>
      typeof each.next === 'string' && lost.has(each.next) ? withoutNext(each) : each,
    ),
  );
  if (!lost.has(definition.initial_state)) return rest;
  const first = rootWidgetId(rest);
  return first === null ? rest : { ...rest, initial_state: targetName(rest, first) ?? rest.initial_state };
}

/**
 * Removes the widgets one after another; where one has exactly one cord coming in and exactly one plugged
 * outlet, those two ends are joined.
 */
export function removeAndReconnect(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const ids = widgetIds(definition);
  // From the back, because ids of nameless and doubly named widgets contain their index.
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
