/** JSON values: equality, pointers, texts and maps. */

import { describe, expect, it } from 'vitest';
import { isObject, type Json, objectOf, textOf, withKey } from './json.ts';
import { jsonEqual, sameOrBothAbsent } from './json-equal.ts';
import { pathOf, pointer, valueAt } from './json-pointer.ts';
import { mapPreservingIdentity } from './map-preserving-identity.ts';
import { stringsIn } from './strings-in.ts';

describe('two values', () => {
  const values: Json[] = [
    ...[null, true, false, 0, 1, '', '1', 'null', [], [null], [1], [1, 2], [2, 1], [[1]], {}],
    ...[
      { a: null },
      { a: 1 },
      { b: 1 },
      { a: 1, b: 2 },
      { a: { b: 1 } },
      { a: [1] },
      { 0: 1 },
      { length: 0 },
    ],
    ...[{ toString: 1 }, { a: {} }, { 0: 1, 1: 2 }],
  ];

  it('are equal only to themselves, in any order of their keys', () => {
    for (const [at, one] of values.entries())
      for (const [index, other] of values.entries())
        expect([one, other, jsonEqual(one, structuredClone(other))]).toEqual([one, other, at === index]);
    expect(jsonEqual({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toBe(true);
  });

  it('that may be absent are equal when both are, or neither and equal', () => {
    expect(sameOrBothAbsent(undefined, undefined)).toBe(true);
    expect(sameOrBothAbsent(undefined, null)).toBe(false);
    expect(sameOrBothAbsent(null, undefined)).toBe(false);
    expect(sameOrBothAbsent([1], [1])).toBe(true);
    expect(sameOrBothAbsent([1], [2])).toBe(false);
  });
});

describe('a pointer', () => {
  const root: Json = { 'a/b': [{ '~1': 'x' }], '': { '': 1 }, states: [0, [2]], toString: null };

  it.each<[(string | number)[], string, Json | undefined]>([
    [[], '#', root],
    [['a/b', 0, '~1'], '#/a~1b/0/~01', 'x'],
    [['', ''], '#//', 1],
    [['states', 1, 0], '#/states/1/0', 2],
    [['states', 2], '#/states/2', undefined],
    [['states', 0, 'x'], '#/states/0/x', undefined],
    [['a/b', 0, 'constructor'], '#/a~1b/0/constructor', undefined],
    [['toString', 'x'], '#/toString/x', undefined],
  ])('of %j is %s', (path, text, value) => {
    expect(pointer(...path)).toBe(text);
    expect(pathOf(text)).toEqual(path.map(String));
    expect(valueAt(root, pathOf(text))).toEqual(value);
  });
});

it('values of the wrong kind are an empty text or object', () => {
  const values = ['a', 1, true, null, undefined, ['a'], { a: 1 }];
  expect(values.map(textOf)).toEqual(['a', '', '', '', '', '', '']);
  expect(values.map(objectOf)).toEqual([{}, {}, {}, {}, {}, {}, { a: 1 }]);
  expect(values.map(isObject)).toEqual([false, false, false, false, false, false, true]);
});

it('an object gets another value at a key, or loses the key', () => {
  expect(withKey({ a: 1, b: 2 }, 'a', null)).toEqual({ a: null, b: 2 });
  expect(Object.keys(withKey({ a: 1, b: 2 }, 'a', undefined))).toEqual(['b']);
});

it('a map gives the same array back when every item stayed the same', () => {
  const items = [1, 2, 3];
  expect(mapPreservingIdentity(items, (item) => item)).toBe(items);
  expect(mapPreservingIdentity(items, (item, index) => (index === 1 ? item * 10 : item))).toEqual([1, 20, 3]);
  expect(mapPreservingIdentity(items, (item) => item + 1)).toEqual([2, 3, 4]);
  expect(items).toEqual([1, 2, 3]);
});

it('the texts in a value have their places', () => {
  const value = ['a', { b: ['c', 1, null], d: 'e' }];
  expect(stringsIn(value, ['root'])).toEqual([
    { text: 'a', path: ['root', 0] },
    { text: 'c', path: ['root', 1, 'b', 0] },
    { text: 'e', path: ['root', 1, 'd'] },
  ]);
  expect(stringsIn('a')).toEqual([{ text: 'a', path: [] }]);
  expect([1, null, undefined].map((each) => stringsIn(each))).toEqual([[], [], []]);
});
