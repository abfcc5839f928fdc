/** The changes of the transitions of one widget: where its connections lead, and what its branches test. */

import { pairTransitions, type TransitionPairs } from '../change/transition-pairs.ts';
import type { Condition, Transition } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';
import { jsonEqual, jsonKey, sameOrBothAbsent } from '../json/json-equal.ts';
import { MinHeap } from './min-heap.ts';

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

/** The list with the changes applied. Takes the whole list where one of the changes has it. */
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
  const list: (Transition | undefined)[] = [...(before ?? [])];
  const removals = changes.filter(({ before: was, after: is }) => was !== undefined && is === undefined);
  const additions = changes.filter(({ before: was, after: is }) => was === undefined && is !== undefined);
  const edits = changes.filter(({ before: was, after: is }) => was !== undefined && is !== undefined);

  const places = new ConditionPlaces(list);
  for (const { kind, path, before: was, after: is } of edits)
    if (kind === 'condition-changed' && !places.replace(path, was, is)) return { fits: false };
  for (const { kind, path, before: was } of removals) {
    const entry = before?.[Number(path[1])];
    const fits =
      kind === 'condition-changed' ? sameOrBothAbsent(conditionsValue(entry), was) : isConnection(entry, was);
    if (!fits) return { fits: false };
    list[Number(path[1])] = undefined;
  }
  const kept = withEntries(
    list.flatMap((each) => each ?? []),
    addedEntries(additions),
  );
  for (const { kind, path, before: was, after: is } of edits) {
    if (kind !== 'connection-changed') continue;
    const at = Number(path[1]);
    const entry = kept[at];
    if (entry === undefined || !isConnection(entry, was) || !isObject(is)) return { fits: false };
    const { next: _, ...rest } = entry;
    kept[at] = typeof is.next === 'string' ? { ...rest, next: is.next } : rest;
  }
  return { fits: true, transitions: kept };
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
      changes.push(change('condition-changed', path, conditionsValue(stood), conditionsValue(young)));
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

/**
 * Changes conditions of a list of transitions, each in the first that has it: n log n in the size of the list and the
 * changes. The list is changed in place.
 */
class ConditionPlaces {
  readonly #list: (Transition | undefined)[];
  /** Where each condition is, by its index in its transition (-1: all of them). What has changed meanwhile is still in it. */
  readonly #places = new Map<number, Map<string, MinHeap>>();
  /** Transitions that changed since the places of all their conditions were last looked up. */
  readonly #changed = new Set<number>();
  /** Lists of conditions that are in no other transition. */
  readonly #own = new WeakSet<object>();

  constructor(list: (Transition | undefined)[]) {
    this.#list = list;
  }

  /** False where no transition has the condition of the path, or it cannot be another one. */
  replace(path: readonly (string | number)[], was: Json | undefined, is: Json | undefined): boolean {
    const nth = path[3] === undefined ? -1 : Number(path[3]);
    const at = was === undefined ? null : this.#find(nth, was);
    const transition = at === null ? undefined : this.#list[at];
    if (at === null || transition?.conditions === undefined || is === undefined) return false;
    if (nth === -1) {
      this.#list[at] = { ...transition, conditions: is as Condition[] };
      if (Array.isArray(is)) for (const [index, each] of is.entries()) this.#add(index, each, at);
    } else {
      this.#ownConditions(at, transition)[nth] = is as Condition;
      this.#add(nth, is, at);
    }
    this.#changed.add(at);
    return true;
  }

  #add(nth: number, condition: Json, at: number): void {
    const places = this.#places.get(nth);
    if (places !== undefined) addPlace(places, condition, at);
  }

  #ownConditions(at: number, { conditions = [], ...transition }: Transition): Condition[] {
    if (this.#own.has(conditions)) return conditions;
    const own = [...conditions];
    this.#own.add(own);
    this.#list[at] = { ...transition, conditions: own };
    return own;
  }

  #find(nth: number, condition: Json): number | null {
    const places = this.#placesOf(nth).get(jsonKey(condition));
    for (let at = places?.first(); at !== undefined; at = places?.first()) {
      if (sameOrBothAbsent(conditionOf(this.#list[at], nth), condition)) return at;
      places?.removeFirst();
    }
    return null;
  }

  #placesOf(nth: number): Map<string, MinHeap> {
    const known = this.#places.get(nth);
    const places = known ?? new Map<string, MinHeap>();
    // Those of single conditions are kept with each change, those of whole lists when they are looked up.
    const stale = known === undefined ? this.#list.keys() : nth === -1 ? this.#changed : [];
    for (const at of stale) addPlace(places, conditionOf(this.#list[at], nth), at);
    if (nth === -1) this.#changed.clear();
    this.#places.set(nth, places);
    return places;
  }
}

function addPlace(places: Map<string, MinHeap>, condition: Json | undefined, at: number): void {
  if (condition === undefined) return;
  const key = jsonKey(condition);
  const heap = places.get(key);
  if (heap === undefined) places.set(key, new MinHeap(at));
  else heap.add(at);
}

function branchOrder(list: readonly Transition[], pairs: TransitionPairs['pairs'], side: 0 | 1): number[] {
  const rank = new Map(pairs.map((pair, index) => [pair[side], index]));
  return [...list.keys()].flatMap((index) =>
    list[index]?.conditions === undefined ? [] : (rank.get(index) ?? []),
  );
}

/** The only condition itself, all of them where there are several. */
function conditionsValue(transition: Transition | undefined): Json | undefined {
  const conditions = transition?.conditions as Json[] | undefined;
  return conditions?.length === 1 ? conditions[0] : conditions;
}

/** The nth condition; all of them for -1. */
function conditionOf(transition: Transition | undefined, nth: number): Json | undefined {
  const conditions = transition?.conditions as Json[] | undefined;
  return nth === -1 ? conditions : conditions?.[nth];
}

function isConnection(transition: Transition | undefined, connection: Json | undefined): boolean {
  return transition !== undefined && jsonEqual(connectionOf(transition), connection ?? null);
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
