import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { shadowedCondition } from './shadowed-condition.ts';

const input = '{{widgets.ask.inbound.Body}}';
const branch = (texts: readonly string[], event = 'match') => ({
  event,
  conditions: texts.map((text): Json => {
    const [type = '', ...words] = text.split(' ');
    return { type, value: words.join(' '), ...(words.at(-1) === 'x' ? {} : { arguments: [input] }) };
  }),
});
const split = (branches: readonly Json[], type = 'split-based-on') =>
  flowOf([state('check', type, { input }, [{ event: 'noMatch' }, ...branches])]);
const never = (at: number) =>
  `warning #/states/1/transitions/${at} An earlier branch matches everything that this one does: it is never taken.`;

it.each([
  [[['equal_to a'], ['equal_to a']], [2]],
  [
    [['contains a'], ['equal_to b'], ['equal_to ab', 'contains c'], ['equal_to a']],
    [3, 4],
  ],
  [[['contains a', 'contains b'], ['equal_to a']], []],
  [[['contains a', 'contains b'], ['contains ab']], [2]],
  [[['equal_to {{a}}'], [], ['equal_to a'], ['equal_to a']], [4]],
  [[['equal_to x'], ['equal_to x']], [2]],
  [[['equal_to a'], ['equal_to b']], []],
])('of the branches %j those are never taken: %j', (branches, places) => {
  const flow = split(branches.map((texts) => branch(texts)));
  expect(said(shadowedCondition, flow)).toEqual(places.map(never));
  const [first = 0] = places;
  const left = split(branches.filter((_, at) => at + 1 !== first).map((texts) => branch(texts)));
  expect(fixed(shadowedCondition, flow)).toEqual(first === 0 ? null : ['Remove the branch', left]);
  expect(said(shadowedCondition, split(branches.map((texts) => branch(texts, 'other'))))).toEqual([]);
  expect(
    said(
      shadowedCondition,
      split(
        branches.map((texts) => branch(texts)),
        'send-message',
      ),
    ),
  ).toEqual([]);
  expect(
    said(
      shadowedCondition,
      split(
        branches.map((texts) => branch(texts)),
        'an-unknown-type',
      ),
    ),
  ).toEqual([]);
});

it('looks at the first 60 branches', () => {
  const branches = Array.from({ length: 58 }, (_, at) => branch([`equal_to b${at}`]));
  const again = branch(['equal_to b0']);
  expect(said(shadowedCondition, split([...branches, branch(['equal_to c']), again, again]))).toEqual([
    never(60),
  ]);
});
