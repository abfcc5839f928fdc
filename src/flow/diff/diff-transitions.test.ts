import { describe, expect, it } from 'vitest';
import type { Condition, Transition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { applyTransitionChanges, diffTransitions, type TransitionChange } from './diff-transitions.ts';

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

const [yes, no, maybe] = [{ value: 'yes' }, { value: 'no' }, { value: 'maybe' }];
const branch = (next: string | null, ...conditions: Json[]) => ({
  ...{ event: 'match', ...(next !== null && { next }), conditions },
});
const [toA, toB] = [
  { event: 'sent', next: 'a' },
  { event: 'sent', next: 'b' },
];
const at = (...path: (string | number)[]) => ['transitions', ...path];
const condition = (path: (string | number)[], before?: Json, after?: Json): TransitionChange => ({
  ...{ kind: 'condition-changed', path: at(...path) },
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
const connection = (index: number, before?: Json, after?: Json): TransitionChange => ({
  ...condition([index, 'next'], before, after),
  kind: 'connection-changed',
});
const whole = (kind: TransitionChange['kind'], before?: Json, after?: Json): TransitionChange => ({
  ...condition([], before, after),
  kind,
});

describe('the changes of transitions', () => {
  it.each<[string, Json | undefined, Json | undefined, TransitionChange[]]>([
    ['none', undefined, undefined, []],
    ['none', [toA], [{ next: 'a', event: 'sent' }], []],
    ['another target', [toA], [toB], [connection(0, toA, toB)]],
    ['a target', [{ event: 'sent' }], [toA], [connection(0, { event: 'sent', next: null }, toA)]],
    ['no target', [toA], [{ event: 'sent' }], [connection(0, toA, { event: 'sent', next: null })]],
    [
      'a connection more',
      [toA],
      [toA, { event: 'failed', next: 'b' }],
      [connection(1, undefined, { event: 'failed', next: 'b' })],
    ],
    [
      'a connection less',
      [toA, { event: 'failed', next: 'b' }],
      [toA],
      [connection(1, { event: 'failed', next: 'b' })],
    ],
    [
      'a connection more before others',
      [toA, branch('b', yes)],
      [{ event: 'failed', next: 'b' }, toA, branch('b', yes)],
      [connection(0, undefined, { event: 'failed', next: 'b' })],
    ],
    [
      'an event less',
      [toA, { event: 'failed' }],
      [toA],
      [whole('property-changed', [toA, { event: 'failed' }], [toA])],
    ],
    ['the first event', [], [{ event: 'sent' }], [whole('property-changed', [], [{ event: 'sent' }])]],
    [
      'a branch more',
      [branch('a', yes)],
      [branch('b', no), branch('a', yes)],
      [
        condition([0, 'conditions', 0], undefined, no),
        connection(0, undefined, { event: 'match', next: 'b' }),
      ],
    ],
    [
      'a branch of two conditions more',
      [branch('a', yes)],
      [branch('a', yes), branch(null, no, maybe)],
      [condition([1, 'conditions'], undefined, [no, maybe])],
    ],
    [
      'a branch less',
      [branch('a', yes), branch('b', no)],
      [branch('b', no)],
      [condition([0, 'conditions', 0], yes), connection(0, { event: 'match', next: 'a' })],
    ],
    [
      'a branch of two conditions less',
      [branch(null, no, maybe)],
      [],
      [condition([0, 'conditions'], [no, maybe])],
    ],
    ['another condition', [branch('a', yes)], [branch('a', no)], [condition([0, 'conditions', 0], yes, no)]],
    [
      'one of two conditions',
      [branch('a', yes, no)],
      [branch('a', yes, maybe)],
      [condition([0, 'conditions', 1], no, maybe)],
    ],
    [
      'both of two conditions',
      [branch('a', yes, no)],
      [branch('a', no, maybe)],
      [condition([0, 'conditions', 0], yes, no), condition([0, 'conditions', 1], no, maybe)],
    ],
    [
      'a condition more',
      [branch('a', yes)],
      [branch('a', yes, no)],
      [condition([0, 'conditions'], [yes], [yes, no])],
    ],
    [
      'a condition less',
      [branch('a', yes, no)],
      [branch('a', yes)],
      [condition([0, 'conditions'], [yes, no], [yes])],
    ],
    [
      'another condition and target of the second branch',
      [branch('a', yes), branch('b', no)],
      [branch('a', yes), branch('c', maybe)],
      [
        condition([1, 'conditions', 0], no, maybe),
        connection(1, { event: 'match', next: 'b' }, { event: 'match', next: 'c' }),
      ],
    ],
    [
      'another order of the branches',
      [branch('a', yes), branch('b', no), toA],
      [branch('b', no), branch('a', yes), toA],
      [
        whole(
          'condition-changed',
          [branch('a', yes), branch('b', no), toA],
          [branch('b', no), branch('a', yes), toA],
        ),
      ],
    ],
    [
      'another order of the events, and another target',
      [toA, { event: 'failed' }],
      [{ event: 'failed' }, toB],
      [
        whole('property-changed', [toA, { event: 'failed' }], [{ event: 'failed' }, toB]),
        connection(1, toA, toB),
      ],
    ],
  ])('are exact: %s, from %j to %j', (_, before, after, changes) => {
    const found = diffTransitions(before, after);
    expect(found).toStrictEqual(changes);
    expect(applyTransitionChanges(before, found)).toEqual({ fits: true, transitions: after });
  });

  it.each<[Json | undefined]>([
    [undefined],
    ['text'],
    [[5]],
    [[{ event: 5 }]],
    [[{ event: 'sent', next: 5 }]],
    [[{ event: 'sent', extra: 1 }]],
    [[{ event: 'sent', conditions: [] }]],
    [[{ event: 'sent', conditions: 'text' }]],
    [[toA, null]],
  ])('are one where no designer writes such a list: %j', (odd) => {
    expect(diffTransitions(odd, [toA])).toStrictEqual([whole('property-changed', odd, [toA])]);
    expect(diffTransitions([toA], odd)).toStrictEqual([whole('property-changed', [toA], odd)]);
    expect(applyTransitionChanges(odd, [whole('property-changed', odd, [toA])])).toEqual({
      ...{ fits: true, transitions: [toA] },
    });
  });

  it('say what stood there before a rename', () => {
    const mention = (name: string) => ({ value: `{{widgets.${name}.x}}` });
    const listOf = (name: string) => [branch(name, mention(name), yes), { event: 'noMatch', next: name }];
    const after = [branch('c', mention('c'), yes), { event: 'noMatch' }];
    expect(diffTransitions(listOf('b'), after, listOf('a'))).toStrictEqual([
      condition([0, 'conditions', 0], mention('a'), mention('c')),
      connection(0, { event: 'match', next: 'a' }, { event: 'match', next: 'c' }),
      connection(1, { event: 'noMatch', next: 'a' }, { event: 'noMatch', next: null }),
    ]);
    expect(diffTransitions(listOf('b'), [{ event: 'noMatch', next: 'b' }], listOf('a'))).toStrictEqual([
      condition([0, 'conditions'], [mention('a'), yes]),
      connection(0, { event: 'match', next: 'a' }),
    ]);
    expect(diffTransitions(listOf('b'), 'text', listOf('a'))).toStrictEqual([
      whole('property-changed', listOf('a'), 'text'),
    ]);
  });
});

describe('changes of transitions on another list', () => {
  it.each<[string, Json | undefined, TransitionChange[]]>([
    ['the whole list', [toB], [whole('property-changed', [toA], [])]],
    ['an odd list', 'text', [connection(0, toA, toB)]],
    ['another target', [{ event: 'sent', next: 'c' }], [connection(0, toA, toB)]],
    ['another event', [{ event: 'failed', next: 'a' }], [connection(0, toA, toB)]],
    ['no such place', [toA], [connection(1, toA, toB)]],
    ['another target that was removed', [toB], [connection(0, toA)]],
    ['no place of what was removed', [], [connection(0, toA)]],
    ['another condition that was removed', [branch('a', no)], [condition([0, 'conditions', 0], yes)]],
    ['a condition more than was removed', [branch('a', yes, no)], [condition([0, 'conditions', 0], yes)]],
    ['no such condition', [branch('a', no), toA], [condition([0, 'conditions', 0], yes, maybe)]],
    [
      'the condition at another place in its branch',
      [branch('a', no, yes)],
      [condition([0, 'conditions', 0], yes, maybe)],
    ],
    [
      'a condition that another change has replaced',
      [branch('a', yes), branch('a', no)],
      [condition([0, 'conditions', 0], yes, no), condition([1, 'conditions', 0], yes, no)],
    ],
    ['no list at all', undefined, [connection(0, toA, toB)]],
  ])('do not fit: %s', (_, list, changes) => {
    expect(applyTransitionChanges(list, changes)).toEqual({ fits: false });
  });

  it.each<[string, Json | undefined, TransitionChange[], Json]>([
    ['none', 'text', [], 'text'],
    ['the first connection', undefined, [connection(0, undefined, toA)], [toA]],
    ['an addition beyond the end', [], [connection(5, undefined, toA)], [toA]],
    [
      'additions in their order',
      [{ event: 'x' }],
      [connection(2, undefined, toA), connection(0, undefined, { event: 'failed', next: null })],
      [{ event: 'failed' }, { event: 'x' }, toA],
    ],
    [
      'a condition behind an added branch',
      [branch('b', no), branch('a', yes)],
      [condition([0, 'conditions', 0], yes, maybe)],
      [branch('b', no), branch('a', maybe)],
    ],
    [
      'the first place with the condition',
      [toA, branch('a', yes), branch('b', yes)],
      [condition([0, 'conditions', 0], yes, maybe)],
      [toA, branch('a', maybe), branch('b', yes)],
    ],
    [
      'a second condition elsewhere',
      [branch('a', no), branch('a', yes, no)],
      [condition([0, 'conditions', 1], no, maybe)],
      [branch('a', no), branch('a', yes, maybe)],
    ],
    [
      'all conditions elsewhere',
      [branch('a', no), branch('a', yes, no)],
      [condition([0, 'conditions'], [yes, no], [yes])],
      [branch('a', no), branch('a', yes)],
    ],
    [
      'a removal and an edit',
      [toA, branch('a', yes)],
      [connection(0, toA), condition([0, 'conditions', 0], yes, no)],
      [branch('a', no)],
    ],
  ])('fit: %s', (_, list, changes, transitions) => {
    const before = structuredClone(list);
    expect(applyTransitionChanges(list, changes)).toStrictEqual({ fits: true, transitions });
    expect(list).toStrictEqual(before);
  });
});
