/** Which transition of a widget is which one of its later version. */

import { jsonKey } from '../canonical/canonical.ts';
import type { Transition } from '../definition.ts';
import { jsonEqual } from '../json/json-equal.ts';

/** Indices: `pairs` of before and after; each other transition was `removed` or `added`. */
export type TransitionPairs = {
  pairs: [before: number, after: number][];
  removed: number[];
  added: number[];
};

/**
 * An event that occurs once is the same transition on both sides. Of an event that repeats (the branches of a split),
 * those with equal conditions are the same, then those with the same target, then those at the same place among the
 * rest. Of several that could be, the first. Linear in the size of both lists, apart from sorting the pairs.
 */
export function pairTransitions(
  before: readonly Transition[],
  after: readonly Transition[],
): TransitionPairs {
  if (areAligned(before, after))
    return { pairs: before.map((_, index) => [index, index]), removed: [], added: [] };
  const pairs: [number, number][] = [];
  const [old, young] = [indicesByEvent(before), indicesByEvent(after)];
  for (const [event, from] of old)
    for (const pair of pairsOfEvent(before, after, from, young.get(event) ?? [])) pairs.push(pair);
  const [paired, found] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  return {
    pairs: pairs.sort(([, a], [, b]) => a - b),
    removed: [...before.keys()].filter((index) => !paired.has(index)),
    added: [...after.keys()].filter((index) => !found.has(index)),
  };
}

function pairsOfEvent(
  before: readonly Transition[],
  after: readonly Transition[],
  old: readonly number[],
  young: readonly number[],
): [number, number][] {
  if (old.length === 1 && young.length === 1) return [[old[0] ?? 0, young[0] ?? 0]];
  const pairs: [number, number][] = [];
  let [left, free] = [old, young];
  for (const keyOf of [conditionsText, conditionsKey, targetOf, () => '']) {
    if (left.length === 0 || free.length === 0) break;
    const places = new Map<string, number[]>();
    // Taken from the end: the first comes last.
    for (const index of free.toReversed()) {
      const key = keyOf(after[index]);
      if (key === null) continue;
      const found = places.get(key);
      if (found === undefined) places.set(key, [index]);
      else found.push(index);
    }
    const taken = new Set<number>();
    left = left.filter((from) => {
      const key = keyOf(before[from]);
      const to = key === null ? undefined : places.get(key)?.pop();
      if (to === undefined) return true;
      pairs.push([from, to]);
      taken.add(to);
      return false;
    });
    free = free.filter((index) => !taken.has(index));
  }
  return pairs;
}

/** The same events with equal conditions at the same places, as in most widgets: each is the one at its place. */
function areAligned(before: readonly Transition[], after: readonly Transition[]): boolean {
  return (
    before.length === after.length &&
    before.every(
      (each, index) => each.event === after[index]?.event && haveEqualConditions(each, after[index]),
    )
  );
}

function indicesByEvent(transitions: readonly Transition[]): Map<string, number[]> {
  return Map.groupBy(transitions.keys(), (index) => transitions[index]?.event ?? '');
}

function haveEqualConditions(a: Transition | undefined, b: Transition | undefined): boolean {
  return jsonEqual(a?.conditions ?? null, b?.conditions ?? null);
}

/** Most equal conditions have their keys in the same order, too, and their text is made much faster than the key. */
function conditionsText(transition: Transition | undefined): string {
  return JSON.stringify(transition?.conditions ?? null);
}

function conditionsKey(transition: Transition | undefined): string {
  return jsonKey(transition?.conditions ?? null);
}

/** Null for one that leads nowhere: it is like no other. */
function targetOf(transition: Transition | undefined): string | null {
  return transition?.next ? transition.next : null;
}
