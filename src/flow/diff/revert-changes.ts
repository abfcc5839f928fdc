/** Puts chosen changes back to what they were, and keeps all others. */

import { canonicalDefinition } from '../canonical/canonical.ts';
import { interleave } from '../change/interleave.ts';
import { renameWidgets } from '../change/rename-widgets.ts';
import { pairTransitions } from '../change/transition-pairs.ts';
import { type FlowDefinition, type State, type Transition, transitionsOf } from '../definition.ts';
import { mapStates } from '../edit/definition-access.ts';
import { isObject, type Json, type JsonObject, objectOf, withKey } from '../json/json.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { Change } from './change.ts';
import { renamesOf } from './change.ts';

/**
 * What reverting gives. When a connection would lead to a widget that is not there, nothing is reverted: `missing` says
 * which connections, and `needed` which further changes would have to be reverted with the chosen ones (none where that
 * would not help).
 */
export type Reverted =
  | { ok: true; definition: FlowDefinition }
  | { ok: false; missing: DanglingConnection[]; needed: Change[] };

/** `from` leads to `to`, which does not exist; `from` is null where the flow begins. */
export type DanglingConnection = { from: string | null; to: string };

/**
 * `after` with the `chosen` ones of the changes from `before` to it undone. `changes` are all of them, as `diff` gives
 * them. The order of the widgets stays; those that come back stand last.
 * Grows: n in widgets.
 */
export function revertChanges(
  before: FlowDefinition,
  after: FlowDefinition,
  changes: readonly Change[],
  chosen: ReadonlySet<Change>,
): Reverted {
  const definition = reverted(before, after, changes, chosen);
  const missing = danglingConnections(definition).filter(isNewAgainst(danglingConnections(after)));
  if (missing.length === 0) return { ok: true, definition };
  return { ok: false, missing, needed: neededChanges(before, after, changes, chosen) };
}

/** Reverts without a look at whether the connections fit. */
function reverted(
  before: FlowDefinition,
  after: FlowDefinition,
  changes: readonly Change[],
  chosen: ReadonlySet<Change>,
): FlowDefinition {
  const own = changes.filter((each) => chosen.has(each));
  const whole = own.find(({ kind, path }) => kind === 'flow-changed' && pathOf(path)[0] === 'states');
  if (whole !== undefined && Array.isArray(whole.before))
    return withFlowValues({ ...after, states: whole.before as State[] }, own);
  const earlier = byName(renameWidgets(canonicalDefinition(before), renamesOf(changes)));
  const ofWidget = Map.groupBy(own, ({ widget = '' }) => widget);
  const kept = after.states.filter(
    ({ name = '' }) => !ofWidget.get(name)?.some(({ kind }) => kind === 'widget-added'),
  );
  const changed = mapStates({ ...after, states: kept }, (state) =>
    revertedState(earlier.get(state.name ?? ''), state, ofWidget.get(state.name ?? '') ?? []),
  );
  const back = own.flatMap(({ kind, widget = '' }) =>
    kind === 'widget-removed' ? (earlier.get(widget) ?? []) : [],
  );
  const flow = withFlowValues({ ...changed, states: [...changed.states, ...back] }, own);
  const names = renamesOf(own.filter(({ kind }) => kind === 'widget-renamed'));
  return renameWidgets(flow, new Map([...names].map(([was, is]) => [is, was])));
}

function withFlowValues(definition: FlowDefinition, changes: readonly Change[]): FlowDefinition {
  let flow: JsonObject = definition;
  for (const { kind, path, before } of changes) {
    const [key = ''] = pathOf(path);
    if (kind === 'flow-changed' && key !== 'states') flow = withKey(flow, key, before);
  }
  return flow as FlowDefinition;
}

function revertedState(earlier: State | undefined, state: State, changes: readonly Change[]): State {
  if (earlier === undefined || changes.length === 0) return state;
  const was: JsonObject = earlier;
  let is: JsonObject = state;
  const ofTransitions: Change[] = [];
  for (const { kind, ...change } of changes) {
    const [, , key = '', property] = pathOf(change.path);
    if (kind === 'widget-renamed' || kind === 'widget-added') continue;
    if (key === 'transitions') ofTransitions.push({ kind, ...change });
    else if (property === undefined) is = withKey(is, key, was[key]);
    else {
      const properties = withKey(objectOf(is.properties), property, objectOf(was.properties)[property]);
      const isGone = Object.keys(properties).length === 0 && was.properties === undefined;
      is = withKey(is, 'properties', isGone ? undefined : properties);
    }
  }
  if (ofTransitions.length > 0) is = withKey(is, 'transitions', revertedTransitions(was, is, ofTransitions));
  return is as State;
}

/** An entry of the result: its place in the earlier list, -1 where that did not have it. */
type Entry = { transition: Transition; was: number };

/** Undoes changes of single transitions; a change of the whole list undoes all of them. */
function revertedTransitions(
  earlier: JsonObject,
  later: JsonObject,
  changes: readonly Change[],
): Json | undefined {
  const was = earlier.transitions;
  if (changes.some(({ path }) => pathOf(path).length === 3)) return was;
  const [old, young] = [was, later.transitions] as [Transition[], Transition[]];
  const { pairs, removed } = pairTransitions(old, young);
  const gone = new Set(removed);
  const formerIndex = new Map(pairs.map(([from, to]) => [to, from]));
  const entries: (Entry | undefined)[] = young.map((transition, index) => ({
    transition,
    was: formerIndex.get(index) ?? -1,
  }));
  const back = new Map<number, Entry>();
  for (const change of changes) {
    const index = indexOf(change);
    const [entry, returning] = [entries[index], old[index]];
    const former = old[entry?.was ?? -1];
    const isGone = change.after === undefined && gone.has(index);
    if (isGone && (change.kind === 'connection-changed' || !lostConditions(former, entry?.transition))) {
      if (returning !== undefined) back.set(index, { transition: returning, was: index });
    } else if (entry)
      entries[index] = former && {
        ...entry,
        transition: revertedTransition(former, entry.transition, change),
      };
  }
  const result = interleave(
    entries.flatMap((each) => each ?? []),
    [...back.values()],
    (entry) => entry.was,
  );
  return result.map(({ transition }) => transition);
}

function revertedTransition(former: Transition, now: Transition, { kind, path }: Change): Transition {
  const [, , , , , place] = pathOf(path);
  const [was, is] = [former.conditions, now.conditions];
  if (kind === 'connection-changed') return withKey(now, 'next', former.next ?? undefined) as Transition;
  if (place === undefined || was === undefined || is === undefined || was.length !== is.length)
    return withKey(now, 'conditions', was) as Transition;
  return { ...now, conditions: is.map((each, at) => (at === Number(place) ? (was[at] ?? each) : each)) };
}

/** True for a pair of which only the earlier one has conditions: its change looks like that of a removed branch. */
function lostConditions(former: Transition | undefined, now: Transition | undefined): boolean {
  return former?.conditions !== undefined && now !== undefined && now.conditions === undefined;
}

function indexOf({ path }: Change): number {
  return Number(pathOf(path)[3]);
}

/** The other changes that have to be reverted too so that every connection leads to a widget; none where that fails. */
function neededChanges(
  before: FlowDefinition,
  after: FlowDefinition,
  changes: readonly Change[],
  chosen: ReadonlySet<Change>,
): Change[] {
  const all = new Set(chosen);
  const isNew = isNewAgainst(danglingConnections(after));
  for (;;) {
    const missing = danglingConnections(reverted(before, after, changes, all)).filter(isNew);
    if (missing.length === 0) return changes.filter((each) => all.has(each) && !chosen.has(each));
    const more = changes.filter((each) => !all.has(each) && missing.some((one) => mends(each, one)));
    if (more.length === 0) return [];
    for (const each of more) all.add(each);
  }
}

/** True when reverting the change brings the widget back, or takes the connection to it away. */
function mends({ kind, widget, path, after }: Change, { from, to }: DanglingConnection): boolean {
  switch (kind) {
    case 'widget-removed':
      return widget === to;
    case 'widget-added':
      return widget === from;
    case 'connection-changed':
      return widget === from && isObject(after) && after.next === to;
    case 'flow-changed':
      return from === null && after === to;
    case 'property-changed':
    case 'condition-changed':
      return widget === from && pathOf(path).length === 3 && pathOf(path)[2] === 'transitions';
    case 'widget-renamed':
    case 'widget-moved':
      return false;
  }
}

function danglingConnections(definition: FlowDefinition): DanglingConnection[] {
  const names = new Set(definition.states.map(({ name }) => name));
  const connections = definition.states.flatMap((state) =>
    transitionsOf(state).flatMap(({ next }) => (next ? [{ from: state.name ?? '', to: next }] : [])),
  );
  const start = { from: null, to: definition.initial_state };
  return [start, ...connections].filter(({ to }) => !names.has(to));
}

function isNewAgainst(known: readonly DanglingConnection[]) {
  const keyOf = ({ from, to }: DanglingConnection) => JSON.stringify([from, to]);
  const keys = new Set(known.map(keyOf));
  return (connection: DanglingConnection) => !keys.has(keyOf(connection));
}

function byName({ states }: FlowDefinition): Map<string, State> {
  return new Map(states.map((state) => [state.name ?? '', state]));
}
