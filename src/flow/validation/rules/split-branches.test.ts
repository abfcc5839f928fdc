import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { noBranches, sameTarget } from './split-branches.ts';

const split = (transitions: Json[], type = 'split-based-on') =>
  flowOf([state('check', type, { input: '{{flow.data.a}}' }, transitions)]);
const [match, noMatch] = [
  (next?: string) => ({ event: 'match', ...(next === undefined ? {} : { next }) }),
  (next?: string) => ({ event: 'noMatch', ...(next === undefined ? {} : { next }) }),
];

describe('a split without branches', () => {
  const none = [
    'warning #/states/1/transitions No branch is defined: the widget always leaves by “No match”.',
  ];
  it.each([
    [[noMatch('a')], none],
    [[noMatch(), noMatch('a')], none],
    [[noMatch('a'), match()], []],
    [[noMatch()], []],
    [[], []],
  ])('is one that leads on: %j', (transitions, lines) => {
    expect(said(noBranches, split(transitions))).toEqual(lines);
    expect(said(noBranches, split(transitions, 'send-message'))).toEqual([]);
    expect(said(noBranches, split(transitions, 'an-unknown-type'))).toEqual([]);
  });

  it('gets one', () =>
    expect(fixed(noBranches, split([noMatch('a')]))).toEqual([
      'Add a branch',
      split([
        noMatch('a'),
        { event: 'match', conditions: [expect.objectContaining({ arguments: ['{{flow.data.a}}'] })] },
      ]),
    ]));
});

it.each([
  [[noMatch('a'), match('a'), match('a')], true],
  [[noMatch('a'), match('a'), match('b')], false],
  [[noMatch('a'), match('b'), match('a')], false],
  [[noMatch(), match()], false],
  [[noMatch('a')], false],
  [[], false],
])('all branches of %j lead to one widget: %s', (transitions, isSame) => {
  expect(said(sameTarget, split(transitions))).toEqual(
    isSame ? ["note #/states/1/transitions Every branch leads to 'a': the comparison has no effect."] : [],
  );
  expect(said(sameTarget, split(transitions, 'send-message'))).toEqual([]);
  expect(said(sameTarget, split(transitions, 'an-unknown-type'))).toEqual([]);
});
