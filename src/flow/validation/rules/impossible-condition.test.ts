import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { impossibleCondition } from './impossible-condition.ts';

const input = '{{widgets.ask.inbound.Body}}';
const condition = (text: string, argument = input) => {
  const [type = '', ...words] = text.split(' ');
  return { type, value: words.join(' '), arguments: [argument] };
};
const place = 'warning #/states/1/transitions/1/conditions';
const never = (conditions: Json, type = 'split-based-on', properties: Json = { input }) =>
  said(
    impossibleCondition,
    flowOf([state('check', type, properties, [{ event: 'noMatch' }, { event: 'match', conditions }])]),
  );
const excluded = [`${place} The conditions of this branch exclude each other: it is never taken.`];

it.each([
  [['equal_to yes', 'equal_to no'], excluded],
  [['contains a', 'equal_to yes', 'starts_with n', 'equal_to no'], excluded],
  [['equal_to yes', 'contains es'], []],
  [['less_than 3'], []],
  [['less_than x'], [`${place}/0/value 'x' is not a number: the comparison is never true.`]],
  [
    ['equal_to yes', 'greater_than 1,5', 'equal_to no'],
    [`${place}/1/value '1,5' is not a number: the comparison is never true.`],
  ],
  [['less_than'], []],
  [['equal_to ,'], []],
  [['matches_any_of'], []],
  [['matches_any_of a,'], []],
  [['matches_any_of , ,'], [`${place}/0/value The list has only commas: the comparison is never true.`]],
])('of the conditions %j: %j', (texts, lines) => {
  const conditions = texts.map((text) => condition(text));
  expect(never(conditions)).toEqual(lines);
  expect(never(conditions, 'send-message')).toEqual([]);
  expect(never(conditions, 'an-unknown-type')).toEqual([]);
  expect(never([...conditions, condition('equal_to {{flow.data.a}}')])).toEqual([]);
});

it('compares the input of the widget where a condition names no variable', () => {
  const { arguments: _, ...unnamed } = condition('equal_to no');
  expect(never([condition('equal_to yes'), unnamed])).toEqual(excluded);
  expect(never([condition('equal_to yes'), unnamed], 'split-based-on', {})).toEqual([]);
});

it('looks at the first 30 conditions of a branch', () => {
  const many = Array.from({ length: 28 }, () => condition('is_not_blank'));
  const [yes, no] = [condition('equal_to yes'), condition('equal_to no')];
  expect(never([...many, yes, no])).toEqual(excluded);
  expect(never([...many, yes, condition('is_not_blank'), no])).toEqual([]);
});
