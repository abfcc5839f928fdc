import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { begin, flowOf } from '../testing/start-flow.ts';
import { isTrue, parseJson } from './property-values.ts';
import { variableValue } from './variable-value.ts';

/** What a widget sets of these entries, and its notes. */
function set(...variables: JsonObject[]) {
  const properties = { variables };
  const flow = flowOf({ name: 'w', type: 'set-variables', properties, transitions: [{ event: 'next' }] });
  const { execution, steps } = begin(flow, { data: { list: [1, 'two'], nothing: null, flag: false } });
  return {
    variables: execution.context.flow.variables,
    notes: steps[1]?.notes.map(({ message }) => message),
  };
}

describe('the value of a variable', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['-1.5', -1.5],
    ['true', true],
    ['false', false],
    ['truest', 'truest'],
    ['007', '007'],
    ['1.50', '1.50'],
    ['+15550100', '+15550100'],
    ['1e3', '1e3'],
    ['Infinity', 'Infinity'],
    ['12345678901234567890', '12345678901234567890'],
    ['"5"', '5'],
    ["'true'", 'true'],
    ['"five"', '"five"'],
    ['"5\'', '"5\''],
    ['x"5"', 'x"5"'],
    ['"5"x', '"5"x'],
    ['"5\n"', '"5\n"'],
    ['', ''],
    [' ', ' '],
  ])('%j is %j', (text, value) => {
    expect(variableValue(text)).toBe(value);
  });
});

describe('the entries of a list', () => {
  it('have a key, without the spaces around it', () => {
    const entries = [{ key: ' a ', value: '1' }, { key: ' ', value: '2' }, { value: '3' }];
    expect(set(...entries).variables).toEqual({ a: 1 });
  });

  it('may be JSON', () => {
    const json = (key: string, value: string) => ({ key, value, type: 'json_object' });
    expect(set(json('a', '{"b":[1]}'), json('c', 'null'), json('d', 'false'), json('e', '{'))).toEqual({
      variables: { a: { b: [1] }, c: '', d: false, e: '{' },
      notes: ['"e" should be JSON and is not; its text was kept.'],
    });
  });

  it('may be numbers, lists and what is missing', () => {
    const entries = [
      { key: 'a', value: 7 },
      { key: 'b', value: true },
      { key: 'c', value: [1, 'x'] },
      { key: 'd', value: { e: 1 } },
      { key: 'f', value: null },
      { key: 'g' },
    ];
    expect(set(...entries).variables).toEqual({ a: 7, b: true, c: '[1,"x"]', d: '{"e":1}', f: '', g: '' });
  });
});

describe('a setting', () => {
  it.each([
    [true, true],
    ['true', true],
    [' TRUE ', true],
    ['yes', false],
    [1, false],
    [undefined, false],
  ])('%j is %s', (value, expected) => {
    expect(isTrue(value)).toBe(expected);
  });
});

describe('JSON in a text', () => {
  it('is its value, up to a hundred levels', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson('{"a":1}')).toEqual({ a: 1 });
    expect(parseJson('{')).toBeUndefined();
    expect(parseJson(nested(100))).toBeDefined();
    expect(parseJson(nested(102))).toBeUndefined();
  });
});
