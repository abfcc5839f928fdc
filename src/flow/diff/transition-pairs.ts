/** Which transition of a widget is which one of its later version. */

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
 * rest.
 */
export function pairTransitions(
  before: readonly Transition[],
  after: readonly Transition[],
): TransitionPairs {
  if (areAligned(before, after))
    return { pairs: before.map((_, index) => [index, index]), removed: [], added: [] };
  const pairs: [number, number][] = [];
  const events = new Set([...before, ...after].map(({ event }) => event));
  for (const event of events) {
    let old = indicesOf(before, event);
    let young = indicesOf(after, event);
    for (const isSame of [haveEqualConditions, haveSameTarget, () => true]) {
      for (const from of old) {
        const to = young.find((index) => isSame(before[from], after[index]));
        if (to === undefined) continue;
        pairs.push([from, to]);
        young = young.filter((index) => index !== to);
      }
      const paired = new Set(pairs.map(([from]) => from));
      old = old.filter((index) => !paired.has(index));
    }
  }
  const [paired, found] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  return {
    pairs: pairs.sort(([, a], [, b]) => a - b),
    removed: [...before.keys()].filter((index) => !paired.has(index)),
    added: [...after.keys()].filter((index) => !found.has(index)),
  };
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

function indicesOf(transitions: readonly Transition[], event: string): number[] {
  return transitions.flatMap((each, index) => (each.event === event ? [index] : []));
}

function haveEqualConditions(a: Transition | undefined, b: Transition | undefined): boolean {
  return jsonEqual(a?.conditions ?? null, b?.conditions ?? null);
}

function haveSameTarget(a: Transition | undefined, b: Transition | undefined): boolean {
  return Boolean(a?.next) && a?.next === b?.next;
}
