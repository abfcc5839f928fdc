/** The changes of the transitions of one widget: where its connections lead, and what its branches test. */

import type { Condition, Transition } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';
import { pairTransitions, type TransitionPairs } from './transition-pairs.ts';

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
 * comes first, which `applyTransitionChanges` then takes alone.
 */
export function diffTransitions(before: Json | undefined, after: Json | undefined): TransitionChange[] {
  if (sameOrBothAbsent(before, after)) return [];
  if (!isReadable(before) || !isReadable(after)) return [wholeChange('property-changed', before, after)];
  const { pairs, removed, added } = pairTransitions(before, after);
  const changes = [
    ...removed.flatMap((index) => edgeChanges(index, before[index], undefined)),
    ...pairs.flatMap(([from, to]) => edgeChanges(to, before[from], after[to])),
    ...added.flatMap((index) => edgeChanges(index, undefined, after[index])),
  ];
  const result = applyTransitionChanges(before, changes);
  if (result.fits && sameOrBothAbsent(result.transitions, after)) return changes;
  const isOrderOfBranches = !jsonEqual(branchOrder(before, pairs, 0), branchOrder(after, pairs, 1));
  return [
    wholeChange(isOrderOfBranches ? 'condition-changed' : 'property-changed', before, after),
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

  for (const { kind, path, before: was, after: is } of edits) {
    if (kind !== 'condition-changed') continue;
    const at = list.findIndex((each) => sameOrBothAbsent(conditionAt(each, path), was));
    const changed = withConditionAt(list[at], path, is);
    if (changed === null) return { fits: false };
    list[at] = changed;
  }
  for (const { kind, path, before: was } of removals) {
    const entry = before?.[Number(path[1])];
    const fits =
      kind === 'condition-changed' ? sameOrBothAbsent(conditionsValue(entry), was) : isConnection(entry, was);
    if (!fits) return { fits: false };
    list[Number(path[1])] = undefined;
  }
  const kept = list.flatMap((each) => each ?? []);
  for (const [index, entry] of addedEntries(additions)) kept.splice(index, 0, entry);
  for (const { kind, path, before: was, after: is } of edits) {
    if (kind !== 'connection-changed') continue;
    const at = Number(path[1]);
    const entry = kept[at];
    if (entry === undefined || !isConnection(entry, was) || !isObject(is)) return { fits: false };
    const { next: _, ...rest } = entry;
    kept[at] = typeof is.next === 'string' ? { ...rest, next: is.next } : rest;
  }
  return { fits: true, transitions: kept as unknown as Json };
}

/** A connection as changes state it: null for no target. */
export function connectionOf({ event, next }: Transition): Json {
  return { event, next: next ? next : null };
}

function edgeChanges(
  index: number,
  old: Transition | undefined,
  young: Transition | undefined,
): TransitionChange[] {
  const changes: TransitionChange[] = [];
  const [was, is] = [old?.conditions, young?.conditions];
  if (!sameOrBothAbsent(was, is)) {
    if (was !== undefined && is !== undefined && was.length === is.length) {
      was.forEach((condition, at) => {
        const now = is[at];
        if (now === undefined || jsonEqual(condition, now)) return;
        changes.push(change('condition-changed', ['transitions', index, 'conditions', at], condition, now));
      });
    } else {
      const isSingle = (was?.length ?? 1) === 1 && (is?.length ?? 1) === 1;
      const path = ['transitions', index, 'conditions', ...(isSingle ? [0] : [])];
      changes.push(change('condition-changed', path, conditionsValue(old), conditionsValue(young)));
    }
  }
  if ((old?.next ?? null) !== (young?.next ?? null)) {
    const [from, to] = [old, young].map((each) => each && connectionOf(each));
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
        conditions: (Array.isArray(after) ? after : [after]) as unknown as Condition[],
      });
  }
  return [...entries].sort(([a], [b]) => a - b);
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

function conditionAt(
  transition: Transition | undefined,
  path: readonly (string | number)[],
): Json | undefined {
  const at = path[3];
  const conditions = transition?.conditions as Json[] | undefined;
  return at === undefined ? conditions : conditions?.[Number(at)];
}

function withConditionAt(
  transition: Transition | undefined,
  path: readonly (string | number)[],
  value: Json | undefined,
): Transition | null {
  if (transition?.conditions === undefined || value === undefined) return null;
  const at = path[3];
  const conditions =
    at === undefined
      ? value
      : transition.conditions.map((each, index) => (index === Number(at) ? value : each));
  return { ...transition, conditions: conditions as unknown as Condition[] };
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
  const { event: _, next, conditions, ...unknown } = entry as JsonObject;
  return (
    Object.keys(unknown).length === 0 &&
    (next === undefined || typeof next === 'string') &&
    (conditions === undefined || (Array.isArray(conditions) && conditions.length > 0))
  );
}
