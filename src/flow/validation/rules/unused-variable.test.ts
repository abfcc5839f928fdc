import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { unusedVariable } from './unused-variable.ts';

const keep = (variables: Json, text: string, { next = 'tell', type = 'set-variables' } = {}) =>
  flowOf([
    state('keep', type, { variables }, [{ event: 'failed' }, { event: 'next', next }]),
    state('tell', 'send-message', { body: text }),
  ]);
const unused = (at: number, key: string) =>
  `note #/states/1/properties/variables/${at} Variable '${key}' is set, but no widget of this flow reads it.`;

it.each<[Json, string, string[]]>([
  [[{ key: ' a ' }, { key: 'b' }], '{{flow.data.a}}', [unused(0, 'a'), unused(1, 'b')]],
  [[{ key: 'a' }, { key: 'b' }], '{{flow.variables.a}}', [unused(1, 'b')]],
  [[{ key: 'a' }, { key: 'b' }], '{{widgets.keep.b}}', [unused(0, 'a')]],
  [[{ key: 'a' }], '{{widgets.other.a}}', [unused(0, 'a')]],
  [[{ key: 'a' }], '{{flow.variables.a.b.c}}', []],
  [[{ key: 'a' }], '{{widgets.keep.a.b}}', []],
  [[{ key: 'a' }], '{{flow.variables}}', []],
  [[{ key: 'a' }], '{{flow}}', []],
  [[{ key: 'a' }], '{{flow.variables.ab}}{{flow.variablesa}}', [unused(0, 'a')]],
  [[{ key: '{{flow.data.key}}' }, { key: ' ' }, { key: 5 }, null, 'a'], '', []],
  [{ 0: { key: 'a' } }, '', []],
])('of %j nothing reads, with %s: %j', (variables, text, lines) => {
  expect(said(unusedVariable, keep(variables, text))).toEqual(lines);
  for (const type of ['run-function', 'an-unknown-type'])
    expect(said(unusedVariable, keep(variables, text, { type }))).toEqual([]);
  expect(said(unusedVariable, keep(variables, text, { next: '' }))).toEqual([]);
});
