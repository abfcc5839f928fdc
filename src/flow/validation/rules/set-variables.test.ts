import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { numberAsText, repeatedKey, variableName } from './set-variables.ts';

const keep = (variables: Json, type = 'set-variables') => flowOf([state('keep', type, { variables })]);
const place = '#/states/1/properties/variables';

describe('the name of a variable', () => {
  const badName = (key: string) =>
    `warning ${place}/0/key Variable name '${key}' should have only letters, digits, _ and -.`;
  it.each<[Json, string[]]>([
    [{ key: ' first-näme_2 ' }, []],
    [{ key: '{{flow.data.key}}' }, []],
    [{ key: 'first name' }, [badName('first name')]],
    [{ key: '.name' }, [badName('.name')]],
    [{ key: 'name.' }, [badName('name.')]],
    [{ key: '' }, [`warning ${place}/0/key A variable has no name: its value cannot be read.`]],
    [{ key: ' ' }, [`warning ${place}/0/key A variable has no name: its value cannot be read.`]],
    [{}, [`warning ${place}/0/key A variable has no name: its value cannot be read.`]],
    [null, []],
    ['a b', []],
  ])('of %j: %j', (variable, lines) => {
    expect(said(variableName, keep([variable]))).toEqual(lines);
    expect(said(variableName, keep([variable], 'run-subflow'))).toEqual([]);
    expect(said(variableName, keep([variable], 'an-unknown-type'))).toEqual([]);
    expect(said(variableName, keep({ 0: variable }))).toEqual([]);
  });

  it.each([
    [' first  name (2) ', 'first_name_2_'],
    ['a.b', 'a_b'],
  ])('%j becomes %j', (key, name) =>
    expect(fixed(variableName, keep([{ key: 'x' }, { key }]))).toEqual([
      `Rename to ${name}`,
      keep([{ key: 'x' }, { key: name }]),
    ]),
  );

  it.each([' ', 5])('%j is left to the author', (key) =>
    expect(fixed(variableName, keep([{ key }]))).toBeNull(),
  );
});

describe('a key that is set twice', () => {
  it('is used where it is set last', () => {
    const entries = [
      { key: 'a' },
      { key: ' b' },
      null,
      { key: '' },
      { key: 'a ' },
      { key: 'a' },
      { key: '' },
      null,
    ];
    const twice = (list: string, at: number) =>
      `warning #/states/1/properties/${list}/${at} 'a' is set again further down: this value is not used.`;
    const flow = (first: Json[]) =>
      flowOf([
        state('w', 'run-function', { variables: [...first, ...entries.slice(1)], parameters: entries }),
      ]);
    expect(said(repeatedKey, flow([{ key: 'a' }]))).toEqual([
      ...[twice('variables', 0), twice('variables', 4)],
      ...[twice('parameters', 0), twice('parameters', 4)],
    ]);
    expect(fixed(repeatedKey, flow([{ key: 'a' }]))).toEqual(['Remove the first of the two', flow([])]);
    expect(said(repeatedKey, keep({ 0: { key: 'a' }, 1: { key: 'a' } }))).toEqual([]);
  });
});

describe('a number in quotes', () => {
  it.each<[Json, string | null]>([
    [{ key: 'a', value: ' "3" ' }, '3'],
    [{ key: 'a', value: "'-12.50'" }, '-12.50'],
    [{ key: 'a', value: '"true"' }, 'true'],
    [{ key: 'a', value: '"false"' }, 'false'],
    [{ key: 'a', value: `"${'1'.repeat(15)}"` }, '1'.repeat(15)],
    [{ key: 'a', value: `"${'1'.repeat(16)}"` }, null],
    [{ key: 'a', value: '3' }, null],
    [{ key: 'a', value: '"3\'' }, null],
    [{ key: 'a', value: '"3."' }, null],
    [{ key: 'a', value: '""' }, null],
    [{ key: 'a', value: '"three"' }, null],
    [{ key: 'a', value: 'x"3"' }, null],
    [{ key: 'a', value: '"3"x' }, null],
    [{ key: 'a' }, null],
    [null, null],
    ['"3"', null],
  ])('of %j is kept as a text: %j', (variable, literal) => {
    const flow = keep([{ key: 'b', value: '' }, variable]);
    expect(said(numberAsText, flow)).toEqual(
      literal === null
        ? []
        : [`note ${place}/1/value Variable 'a' keeps ${literal} as a text, because of the quotes.`],
    );
    const after = literal && [
      'Remove the quotes',
      keep([
        { key: 'b', value: '' },
        { key: 'a', value: literal },
      ]),
    ];
    expect(fixed(numberAsText, flow)).toEqual(after);
    expect(said(numberAsText, keep([variable], 'run-subflow'))).toEqual([]);
    expect(said(numberAsText, keep([variable], 'an-unknown-type'))).toEqual([]);
    expect(said(numberAsText, keep({ 0: variable }))).toEqual([]);
  });
});
