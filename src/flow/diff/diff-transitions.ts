/** The changes of the transitions of one widget: where its connections lead, and what its branches test. */

import { jsonKey } from '../canonical/canonical.ts';
import { pairTransitions, type TransitionPairs } from '../change/transition-pairs.ts';
import type { Condition, Transition } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';

/** A change without its words; `path` is below the state: `['transitions', 2, 'next']`. */
export type TransitionChange = {
  kind: 'condition-changed' | 'connection-changed' | 'property-changed';
  path: (string | number)[];
  before?: Json;
  after?: Json;
};

/**
 * The changes from one list of transitions to another, both in canonical form. When they alone would not lead from
 * `before` to `after` (another order of the branches, entries that no designer writes), a change of the whole list
 * comes first, which `applyTransitionChanges` then takes alone. `stood` is `before` as it was before widgets were
 * renamed: changes say that as the earlier value.
 */
export function diffTransitions(
  before: Json | undefined,
  after: Json | undefined,
  stood: Json | undefined = before,
): TransitionChange[] {
  if (sameOrBothAbsent(before, after)) return [];
  if (!isReadable(before) || !isReadable(after)) return [wholeChange('property-changed', stood, after)];
  const { pairs, removed, added } = pairTransitions(before, after);
  const changesFrom = (former: readonly Transition[]) => [
    ...removed.flatMap((index) => edgeChanges(index, before[index], undefined, former[index])),
    ...pairs.flatMap(([from, to]) => edgeChanges(to, before[from], after[to], former[from])),
    ...added.flatMap((index) => edgeChanges(index, undefined, after[index], undefined)),
  ];
  const followed = changesFrom(before);
  // Renames change names in a list, and nothing about its form.
  const changes = stood === before ? followed : changesFrom(stood as Json & Transition[]);
  const result = applyTransitionChanges(before, followed);
  if (result.fits && sameOrBothAbsent(result.transitions, after)) return changes;
  const isOrderOfBranches = !jsonEqual(branchOrder(before, pairs, 0), branchOrder(after, pairs, 1));
  return [
    wholeChange(isOrderOfBranches ? 'condition-changed' : 'property-changed', stood, after),
    ...changes,
  ];
}

/** `fits` is false when something that a change says was there before is not. */
export type AppliedTransitions = { fits: true; transitions: Json | undefined } | { fits: false };

/**
 * The list with the changes applied; the whole list where one of the changes has it. What is removed stands at its place
 * before, everything else at its place after, or a condition where else the list has it. Linear in the list and the changes.
 */
export function applyTransitionChanges(
  before: Json | undefined,
  changes: readonly TransitionChange[],
): AppliedTransitions {
  const whole = changes.find(({ path }) => path.length === 1);
  if (whole !== undefined)
    return sameOrBothAbsent(before, whole.before)
      ? { fits: true, transitions: whole.after }
      : { fits: false };
  if (changes.length === 0) return { fits: true, transitions: before };
  if (before !== undefined && !isReadable(before)) return { fits: false };
  const list = before ?? [];
  const removals = changes.filter(({ after }) => after === undefined);
  if (!removals.every((each) => isThere(list, each, conditionsValue))) return { fits: false };
  const removed = new Set(removals.map(placeOf));
  const result = withEntries(
    list.filter((_, at) => !removed.has(at)),
    addedEntries(changes.filter((each) => each.before === undefined)),
  );
  const edits = changes.filter((each) => each.before !== undefined && each.after !== undefined);
  const elsewhere = conditionFinder(result);
  const own = new Set<number>();
  for (const each of edits) {
    const found = isThere(result, each, conditionOf) ? each : elsewhere(each);
    const at = placeOf(found);
    const entry = result[at];
    if (entry === undefined || !isThere(result, found, conditionOf)) return { fits: false };
    // Its conditions are changed in place then: an entry may have thousands of changes.
    if (entry.conditions && !own.has(at)) result[at] = { ...entry, conditions: [...entry.conditions] };
    own.add(at);
    edit(result, found);
  }
  return { fits: true, transitions: result };
}

/** Changes an entry of the list. */
function edit(list: Transition[], { kind, path, after }: TransitionChange): void {
  const at = Number(path[1]);
  const { next: _, ...entry } = list[at] ?? { event: '' };
  if (kind === 'connection-changed')
    list[at] = isObject(after) && typeof after.next === 'string' ? { ...entry, next: after.next } : entry;
  else if (path[3] === undefined) list[at] = { ...list[at], ...entry, conditions: after as Condition[] };
  else entry.conditions?.splice(Number(path[3]), 1, after as Condition);
}

/** True where the entry at the place of the change is what the change says of it before. */
function isThere(
  list: readonly Transition[],
  { kind, path, before }: TransitionChange,
  conditionsOf: (transition: Transition, path: TransitionChange['path']) => Json | undefined,
): boolean {
  const entry = list[Number(path[1])];
  if (entry === undefined) return false;
  const value = kind === 'connection-changed' ? connectionOf(entry) : conditionsOf(entry, path);
  return sameOrBothAbsent(value, before);
}

/**
 * Finds the change of a condition that is at another place, in a list to which branches have been added since: the change at
 * the first place that has the condition. All are read once, for the first change that is not at its place.
 */
function conditionFinder(list: readonly Transition[]): (change: TransitionChange) => TransitionChange {
  let places: Map<string, number> | null = null;
  const keyOf = (nth: string | number | undefined, value: Json) => `${nth} ${jsonKey(value)}`;
  const read = () => {
    const found = new Map<string, number>();
    for (const [at, { conditions }] of [...list.entries()].reverse()) {
      // A change may have made something else of them.
      if (!Array.isArray(conditions)) continue;
      found.set(keyOf(undefined, conditions), at);
      for (const [nth, condition] of conditions.entries()) found.set(keyOf(nth, condition), at);
    }
    return found;
  };
  return (change) => {
    if (change.kind !== 'condition-changed' || change.before === undefined) return change;
    places ??= read();
    const at = places.get(keyOf(change.path[3], change.before));
    return at === undefined ? change : { ...change, path: change.path.with(1, at) };
  };
}

function placeOf({ path }: TransitionChange): number {
  return Number(path[1]);
}

/** A connection as changes state it: null for no target. */
export function connectionOf({ event, next }: Transition): Json {
  return { event, next: next ? next : null };
}

function edgeChanges(
  index: number,
  old: Transition | undefined,
  young: Transition | undefined,
  stood: Transition | undefined,
): TransitionChange[] {
  const changes: TransitionChange[] = [];
  const [was, is] = [old?.conditions, young?.conditions];
  if (!sameOrBothAbsent(was, is)) {
    if (was !== undefined && is !== undefined && was.length === is.length) {
      was.forEach((condition, at) => {
        const now = is[at];
        if (now === undefined || jsonEqual(condition, now)) return;
        const former = stood?.conditions?.[at];
        changes.push(change('condition-changed', ['transitions', index, 'conditions', at], former, now));
      });
    } else {
      const isSingle = (was?.length ?? 1) === 1 && (is?.length ?? 1) === 1;
      const path = ['transitions', index, 'conditions', ...(isSingle ? [0] : [])];
      const [from, to] = [stood, young].map((each) => (isSingle ? conditionsValue(each) : each?.conditions));
      changes.push(change('condition-changed', path, from, to));
    }
  }
  if ((old?.next ?? null) !== (young?.next ?? null)) {
    const [from, to] = [stood, young].map((each) => each && connectionOf(each));
    changes.push(change('connection-changed', ['transitions', index, 'next'], from, to));
  }
  return changes;
}

function change(
  kind: TransitionChange['kind'],
  path: (string | number)[],
  before: Json | undefined,
  after: Json | undefined,
): TransitionChange {
  return {
    kind,
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function wholeChange(kind: TransitionChange['kind'], before: Json | undefined, after: Json | undefined) {
  return change(kind, ['transitions'], before, after);
}

/** Added entries by their index in the result, ascending: a branch may come as its condition and its connection. */
function addedEntries(additions: readonly TransitionChange[]): [number, Transition][] {
  const entries = new Map<number, Transition>();
  for (const { kind, path, after } of additions) {
    const index = Number(path[1]);
    const entry = entries.get(index) ?? { event: 'match' };
    if (kind === 'connection-changed' && isObject(after)) {
      const { event, next } = after as { event: string; next: string | null };
      entries.set(index, { ...entry, event, ...(next === null ? {} : { next }) });
    } else if (kind === 'condition-changed' && after !== undefined)
      entries.set(index, {
        ...entry,
        conditions: (Array.isArray(after) ? after : [after]) as Condition[],
      });
  }
  return [...entries].sort(([a], [b]) => a - b);
}

/** The list with each of the entries at its index in the result, or at the end where the result is shorter. */
function withEntries(list: readonly Transition[], entries: readonly [number, Transition][]): Transition[] {
  const result: Transition[] = [];
  let next = 0;
  for (const [index, entry] of entries) {
    while (result.length < index && next < list.length) result.push(list[next++] as Transition);
    result.push(entry);
  }
  return [...result, ...list.slice(next)];
}

function branchOrder(list: readonly Transition[], pairs: TransitionPairs['pairs'], side: 0 | 1): number[] {
  const rank = new Map(pairs.map((pair, index) => [pair[side], index]));
  return [...list.keys()].flatMap((index) =>
    list[index]?.conditions === undefined ? [] : (rank.get(index) ?? []),
  );
}

/** The only condition itself, all of them where there are several. */
function conditionsValue(transition: Transition | undefined): Json | undefined {
  const conditions = transition?.conditions;
  return conditions?.length === 1 ? conditions[0] : conditions;
}

/** The condition of the path, or all of them. */
function conditionOf({ conditions }: Transition, [, , , nth]: TransitionChange['path']): Json | undefined {
  return nth === undefined ? conditions : conditions?.[Number(nth)];
}

/** A list that can be compared entry by entry: objects with an event, and nothing in them that is not known. */
function isReadable(list: Json | undefined): list is Json & Transition[] {
  return Array.isArray(list) && list.every(isReadableEntry);
}

function isReadableEntry(entry: Json): boolean {
  if (!isObject(entry) || typeof entry.event !== 'string') return false;
  const { event: _, next, conditions, ...unknown } = entry;
  return (
    Object.keys(unknown).length === 0 &&
    (next === undefined || typeof next === 'string') &&
    (conditions === undefined || (Array.isArray(conditions) && conditions.length > 0))
  );
}
