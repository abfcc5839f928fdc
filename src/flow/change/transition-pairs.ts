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
 * rest. Of several that could be, the first. Linear in the size of both lists.
 */
export function pairTransitions(
  before: readonly Transition[],
  after: readonly Transition[],
): TransitionPairs {
  if (areAligned(before, after))
    return { pairs: before.map((_, index) => [index, index]), removed: [], added: [] };
  const partners = new Int32Array(after.length).fill(none);
  const [heads, followers] = [new Int32Array(after.length), new Int32Array(after.length)];
  const young = indicesByEvent(after);
  for (const [event, from] of indicesByEvent(before))
    pairEvent(before, after, from, young.get(event) ?? [], { partners, heads, followers });
  const found: TransitionPairs = { pairs: [], removed: [], added: [] };
  const isPaired = new Uint8Array(before.length);
  for (let to = 0; to < after.length; to += 1) {
    const from = partners[to] ?? none;
    if (from === none) found.added.push(to);
    else {
      found.pairs.push([from, to]);
      isPaired[from] = 1;
    }
  }
  for (let from = 0; from < before.length; from += 1) if (isPaired[from] === 0) found.removed.push(from);
  return found;
}

const none = -1;

/**
 * By index of `after`: the partner, and while one is looked for lists of those with the same key: the first of the list that
 * the last one names, and the next of each. One for all events.
 */
type Found = { partners: Int32Array; heads: Int32Array; followers: Int32Array };

/** Sets the partners of those that have one. */
function pairEvent(
  before: readonly Transition[],
  after: readonly Transition[],
  old: readonly number[],
  young: readonly number[],
  { partners, heads, followers }: Found,
): void {
  if (old.length === 1 && young.length === 1) {
    partners[young[0] ?? 0] = old[0] ?? 0;
    return;
  }
  let [left, free] = [old, young];
  for (const keyOf of [conditionsText, conditionsKey, targetOf, () => '']) {
    if (left.length === 0 || free.length === 0) break;
    const lists = new Map<string | null, number>();
    for (const index of free.toReversed()) {
      const key = keyOf(after[index] as Transition);
      if (key === null) continue;
      const list = lists.get(key);
      if (list === undefined) lists.set(key, index);
      followers[index] = heads[list ?? none] ?? none;
      heads[list ?? index] = index;
    }
    left = left.filter((from) => {
      const list = lists.get(keyOf(before[from] as Transition)) ?? none;
      const to = heads[list] ?? none;
      if (to === none) return true;
      partners[to] = from;
      heads[list] = followers[to] ?? none;
      return false;
    });
    free = free.filter((index) => partners[index] === none);
  }
}

/** The same events with equal conditions at the same places, as in most widgets: each is the one at its place. */
function areAligned(before: readonly Transition[], after: readonly Transition[]): boolean {
  return (
    before.length === after.length &&
    before.every(
      (each, index) =>
        each.event === after[index]?.event && haveEqualConditions(each, after[index] as Transition),
    )
  );
}

function indicesByEvent(transitions: readonly Transition[]): Map<string, number[]> {
  return Map.groupBy(transitions.keys(), (index) => (transitions[index] as Transition).event ?? '');
}

function haveEqualConditions(a: Transition, b: Transition): boolean {
  return jsonEqual(a.conditions ?? null, b.conditions ?? null);
}

/** Most equal conditions have their keys in the same order, too, and their text is made much faster than the key. */
function conditionsText({ conditions }: Transition): string {
  return JSON.stringify(conditions ?? null);
}

function conditionsKey({ conditions }: Transition): string {
  return jsonKey(conditions ?? null);
}

/** Null for one that leads nowhere: it is like no other. */
function targetOf({ next }: Transition): string | null {
  return next || null;
}
