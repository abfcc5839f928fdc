import { describe, expect, it } from 'vitest';
import type { Condition, Transition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { applyTransitionChanges, diffTransitions } from './diff-transitions.ts';

/** Not all in the order of their keys, or their places. */
function permuted<Item>(items: readonly Item[]): Item[] {
  return items.map((_, at) => items[(at * 7_919) % items.length] as Item);
}

describe('changes of many conditions', () => {
  /** Reads of the values of conditions while one list becomes the other. */
  function readsOf(
    listsOf: (conditions: Condition[]) => [Transition[], Transition[]],
    count: number,
  ): number {
    let reads = 0;
    const conditions = Array.from({ length: count }, (_, at) => ({
      arguments: [],
      friendly_name: '',
      type: 'equal_to',
      get value() {
        reads += 1;
        return `v${at}`;
      },
    }));
    const [before, after] = listsOf(conditions as Condition[]) as [Json, Json];
    const changes = diffTransitions(before, after);
    expect(applyTransitionChanges(before, changes)).toEqual({ fits: true, transitions: after });
    return reads;
  }

  it.each<[string, (conditions: Condition[]) => [Transition[], Transition[]]]>([
    [
      'of one branch, in another order',
      (conditions) => [
        [{ event: 'match', conditions }],
        [{ event: 'match', conditions: permuted(conditions) }],
      ],
    ],
    [
      'of a branch each, in another order',
      (conditions) => {
        const list = conditions.map((each) => ({ event: 'match', conditions: [each] }));
        return [list, permuted(list)];
      },
    ],
    [
      'of a branch each, all changed',
      (conditions) => {
        const half = conditions.length / 2;
        const listOf = (from: number) =>
          conditions.slice(from, from + half).map((each) => ({ event: 'match', conditions: [each] }));
        return [listOf(0), listOf(half)];
      },
    ],
    [
      'of pairs in a branch each, one of each pair changed',
      (conditions) => {
        const listOf = (side: 0 | 1) =>
          conditions.slice(1).map((each, at) => ({
            event: 'match',
            conditions: [each, conditions[at % 2 === side ? 0 : at] as Condition],
          }));
        return [listOf(0), listOf(1)];
      },
    ],
  ])('reads each condition a constant number of times: %s', (_, listsOf) => {
    const [once, twice] = [readsOf(listsOf, 1_000), readsOf(listsOf, 2_000)];
    expect(twice / once).toBeLessThan(2.2);
  });
});
