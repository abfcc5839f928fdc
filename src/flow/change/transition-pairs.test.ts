import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transition } from '../definition.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { pairTransitions } from './transition-pairs.ts';

const transition = fc.record(
  {
    event: fc.constantFrom('match', 'match', 'noMatch'),
    next: fc.constantFrom('a', 'b', ''),
    conditions: fc.array(
      fc.record({
        friendly_name: fc.constantFrom('yes', 'no'),
        arguments: fc.constant('{{x}}').map((each) => [each]),
        type: fc.constant('equal_to'),
        value: fc.constantFrom('1', '2', '3'),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['event'] },
);

/** As it is described, one after the other. */
function pairOneByOne(before: readonly Transition[], after: readonly Transition[]): [number, number][] {
  const pairs = new Map<number, number>();
  const isSame = [
    (a: Transition, b: Transition) => jsonEqual(a.conditions ?? null, b.conditions ?? null),
    (a: Transition, b: Transition) => Boolean(a.next) && a.next === b.next,
    () => true,
  ];
  for (const same of isSame)
    before.forEach((old, from) => {
      if (pairs.has(from)) return;
      const to = after.findIndex(
        (young, at) => ![...pairs.values()].includes(at) && old.event === young.event && same(old, young),
      );
      if (to !== -1) pairs.set(from, to);
    });
  return [...pairs].sort(([, a], [, b]) => a - b);
}

describe('pairing transitions', () => {
  it('takes equal conditions, then the same target, then the same place, each time the first', () => {
    fc.assert(
      fc.property(fc.array(transition), fc.array(transition), (before, after) => {
        expect(pairTransitions(before, after).pairs).toEqual(pairOneByOne(before, after));
      }),
      { numRuns: 500 },
    );
  });

  const list = (text: string) =>
    text
      .split(' ')
      .filter((each) => each !== '')
      .map((each) => {
        const [event = '', value = '', next = ''] = each.split('/');
        const condition = { friendly_name: '', arguments: [], type: 'equal_to', value };
        return { event, ...(value !== '' && { conditions: [condition] }), ...(next !== '' && { next }) };
      });

  it.each([
    ['', '', '', '', ''],
    ['a', 'a', '0-0', '', ''],
    ['a', 'a//x', '0-0', '', ''],
    ['a', 'b', '', '0', '0'],
    ['', 'a b', '', '', '0 1'],
    ['a b', '', '', '0 1', ''],
    ['a b c', 'c a', '2-0 0-1', '1', ''],
    ['a/1 a/2', 'b', '', '0 1', '0'],
    ['a/1', 'a/2', '0-0', '', ''],
    ['a/1 a/2', 'a/2', '1-0', '0', ''],
    ['a/1', 'a/2 a/1', '0-1', '', '0'],
    ['a/1 a/2', 'a/3 a/4 a/5', '0-0 1-1', '', '2'],
    ['a/1/x a/2/y', 'a/3/y a/4/x', '1-0 0-1', '', ''],
    ['a/1 a/2/y', 'a/3/y a/4', '1-0 0-1', '', ''],
    ['a/1 a/1 a/1', 'a/1 a/1', '0-0 1-1', '2', ''],
    ['a/1 b/1 a/2', 'b/1 a/2 a/1 b/1', '1-0 2-1 0-2', '', '3'],
    ['a/1/x a/2/y', 'a//y a//x', '1-0 0-1', '', ''],
    ['a//x a//y', 'a/1/y a/2/x', '1-0 0-1', '', ''],
  ])('of %j and %j pairs %j, and leaves %j and %j', (before, after, pairs, removed, added) => {
    const found = pairTransitions(list(before), list(after));
    expect(found.pairs.map((each) => each.join('-')).join(' ')).toBe(pairs);
    expect([found.removed.join(' '), found.added.join(' ')]).toEqual([removed, added]);
  });

  it('pairs what has no event with what has an empty one', () => {
    const { pairs } = pairTransitions([{ next: 'a' } as Transition], [{ event: '' }]);
    expect(pairs).toEqual([[0, 0]]);
  });

  it('knows conditions whose keys are in another order', () => {
    const [one, two] = ['1', '2'].map((value) => ({
      type: 'equal_to',
      value,
      arguments: [],
      friendly_name: '',
    }));
    const turned = { friendly_name: '', arguments: [], value: '1', type: 'equal_to' };
    const list = (conditions: object[]) => conditions.map((each) => ({ event: 'match', conditions: [each] }));
    const [before, after] = [list([one ?? {}, two ?? {}]), list([two ?? {}, turned])] as [
      Transition[],
      Transition[],
    ];
    expect(pairTransitions(before, after).pairs).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});

describe('pairing many conditions', () => {
  /** Reads of the values of conditions while two lists are paired. */
  function readsOf(count: number): number {
    let reads = 0;
    const list = Array.from({ length: count }, (_, at) => ({
      event: 'match',
      conditions: [
        {
          friendly_name: '',
          arguments: [],
          type: 'equal_to',
          get value() {
            reads += 1;
            return `v${at}`;
          },
        },
      ],
    }));
    const permuted = list.map((_, at) => list[(at * 7_919) % count] ?? { event: '' });
    const { pairs } = pairTransitions(list, permuted);
    expect(pairs.every(([from, to]) => list[from] === permuted[to])).toBe(true);
    expect(pairs).toHaveLength(count);
    return reads;
  }

  it('reads each a constant number of times', () => {
    expect(readsOf(8_001)).toBeLessThanOrEqual(4 * 8_001);
  });
});
