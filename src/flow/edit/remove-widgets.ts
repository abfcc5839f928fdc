/** Edit commands: remove widgets without leaving dangling transitions. */

import type { FlowDefinition, State } from '../definition.ts';
import { type Cord, cordsOf, outletsOf, widgetIds } from '../graph.ts';
import { widgetType } from '../widgets/widget-types.ts';
import {
  findWidget,
  mapStates,
  mapTransitions,
  rootWidgetId,
  targetName,
  targetNames,
  withoutNext,
} from './definition-access.ts';

/**
 * Removes the widgets and disconnects every transition to them. The trigger at which executions start is kept.
 * Unknown ids are skipped.
 */
export function removeWidgets(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const root = rootWidgetId(definition);
  const ids = widgetIds(definition);
  const known = new Set(ids);
  const removed = new Set([...widgets].filter((id) => id !== root && known.has(id)));
  if (removed.size === 0) return definition;
  const names = targetNames(definition);
  const removedNames = new Set([...removed].flatMap((id) => names.get(id) ?? []));
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
 * Grows: n in widgets.
 */
export function removeAndReconnect(definition: FlowDefinition, widgets: Iterable<string>): FlowDefinition {
  const root = rootWidgetId(definition);
  const placeOf = new Map(widgetIds(definition).map((id, index) => [id, index]));
  const removed = [...new Set(widgets)].filter((id) => id !== root && placeOf.has(id));
  const cords = cordsOf(definition).map((cord): LooseCord => ({ ...cord, now: cord.to }));
  const outgoing = Map.groupBy(cords, ({ from }) => from);
  const incoming = new Map<string, LooseCord[]>();
  const lead = (cord: LooseCord, to: string | null) => {
    cord.now = to;
    if (to === null) return;
    const list = incoming.get(to);
    if (list === undefined) incoming.set(to, [cord]);
    else list.push(cord);
  };
  for (const cord of cords) lead(cord, cord.to);
  for (const id of removed.sort((a, b) => (placeOf.get(b) ?? 0) - (placeOf.get(a) ?? 0))) {
    const left = (outgoing.get(id) ?? []).filter(({ now }) => now !== null && now !== id);
    const next = mainCord(definition.states[placeOf.get(id) ?? -1], left)?.now ?? null;
    for (const cord of incoming.get(id) ?? [])
      if (cord.now === id) lead(cord, cord.from === next || cord.from === id ? null : next);
    for (const cord of left) cord.now = null;
  }
  const names = targetNames(definition);
  const isRemoved = new Set(removed);
  const joined = cords
    .filter(({ from, to, now }) => now !== null && now !== to && !isRemoved.has(from))
    .map((cord): [string, string] => [cord.id, names.get(cord.now ?? '') ?? '']);
  return removeWidgets(withTargets(definition, new Map(joined)), removed);
}

/** A cord with where it leads once the widgets before are removed; null for nowhere. */
type LooseCord = Cord & { now: string | null };

/** The definition with the cords of these ids leading to the widgets of these names. */
function withTargets(definition: FlowDefinition, names: ReadonlyMap<string, string>): FlowDefinition {
  if (names.size === 0) return definition;
  const ids = widgetIds(definition);
  return mapStates(definition, (state, index) => {
    const targets = new Map(
      outletsOf(state).flatMap(({ key, transition }) => {
        const name = names.get(`${ids[index]} ${key}`);
        return name === undefined || transition === null ? [] : [[transition, name] as const];
      }),
    );
    if (targets.size === 0) return state;
    return mapTransitions(state, (each, nth) => {
      const next = targets.get(nth);
      return next === undefined ? each : { ...each, next };
    });
  });
}

/**
 * Where the main path goes on after a widget: the one widget that all its cords lead to; else, where its branches do
 * not choose between paths, the target of its type's first event. Null when there is none.
 */
export function mainTarget(definition: FlowDefinition, id: string): string | null {
  const outgoing = cordsOf(definition).filter((cord) => cord.from === id && cord.to !== id);
  const loose = outgoing.map((cord) => ({ ...cord, now: cord.to }));
  return mainCord(findWidget(definition, id)?.state, loose)?.now ?? null;
}

/** Of the cords of a widget that lead to others. */
function mainCord(state: State | undefined, outgoing: readonly LooseCord[]): LooseCord | undefined {
  const [first] = outgoing;
  if (first === undefined || outgoing.every(({ now }) => now === first.now)) return first;
  const type = widgetType(state?.type);
  if (type === undefined || type.repeats !== undefined) return undefined;
  return outgoing.find(({ event }) => event === type.events[0]?.name);
}
