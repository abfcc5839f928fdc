import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { splitInput } from './split-input.ts';

const input = '{{ flow.data.a }}';
const split = (given: readonly Json[], properties: Json = { input }, type = 'split-based-on') => {
  const conditions = given.map((each) => ({ type: 'equal_to', value: 'x', arguments: each }));
  return flowOf([state('check', type, properties, [{ event: 'noMatch' }, { event: 'match', conditions }])]);
};
const other = (at: number, text: string) =>
  `warning #/states/1/transitions/1/conditions/${at}/arguments The condition compares '${text}', not the variable that the widget tests.`;

it('of a condition is that of its split, however it is spaced', () => {
  const given = [
    ['{{flow.data.a}}'],
    ['{{flow.data.b}}', 'more'],
    ['{{  flow.data.a  }}'],
    [],
    'x',
    [5],
    [''],
  ];
  expect(said(splitInput, split(given))).toEqual([other(1, '{{flow.data.b}}'), other(6, '')]);
  expect(fixed(splitInput, split(given))).toEqual([
    'Compare the variable of the widget',
    split(given.with(1, [input, 'more'])),
  ]);
});

it.each<[Json, string?]>([
  [{ input: ' ' }],
  [{ input: '' }],
  [{}],
  [{ input }, 'send-message'],
  [{ input }, 'an-unknown-type'],
])('may be any where the widget has %j, and is %s', (properties, type) =>
  expect(said(splitInput, split([['{{flow.data.b}}']], properties, type))).toEqual([]),
);

it('is not that of what cannot be read', () => {
  const flow = flowOf([
    state('check', 'split-based-on', { input }, [
      { event: 'match', conditions: [null, 'x'] },
      { event: 'match', conditions: { 0: { arguments: ['y'] } } },
    ]),
  ]);
  expect(said(splitInput, flow)).toEqual([]);
});
