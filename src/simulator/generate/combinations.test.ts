/** Objects with chosen values at paths. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { combinationsOf, withText } from './combinations.ts';

const values = (entries: Record<string, string[]>) => new Map(Object.entries(entries));

describe('the combinations of values', () => {
  it('are one empty object where there is nothing to choose', () => {
    expect(combinationsOf(new Map())).toEqual([{}]);
    expect(combinationsOf(values({ a: [] }))).toEqual([{}]);
  });

  it('begin with the first of all, the second of all …, then change one, then two of the first and the last', () => {
    expect(combinationsOf(values({ a: ['1', '2', '3'], none: [], b: ['x', 'y'] }))).toEqual([
      { a: '1', b: 'x' },
      { a: '2', b: 'y' },
      { a: '3', b: 'y' },
      { a: '2', b: 'x' },
      { a: '3', b: 'x' },
      { a: '1', b: 'y' },
    ]);
    const three = combinationsOf(values({ a: ['0', '1'], b: ['0', '1'], c: ['0', '1'] }));
    expect(three.map(({ a, b, c }) => `${a}${b}${c}`)).toEqual([
      ...['000', '111'],
      ...['100', '010', '001', '110', '101', '011'],
    ]);
  });

  it('are some hundreds at most, and all products of few paths', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
    const many = combinationsOf(values({ a: texts, b: texts }));
    expect(many).toHaveLength(300);
    expect(many.slice(0, 20)).toEqual(texts.map((text) => ({ a: text, b: text })));
    expect(combinationsOf(values({ a: texts, b: texts, c: ['0', '1'] })).length).toBeGreaterThan(300);
    const four = combinationsOf(values({ a: ['0', '1'], b: ['0', '1'], c: ['0', '1'], d: ['0', '1'] }));
    expect(four).toHaveLength(16);
  });
});

describe('a text at a path', () => {
  it.each<[JsonObject, string, string, JsonObject]>([
    [{}, 'a', 'x', { a: 'x' }],
    [{ a: 'y', b: 1 }, 'a', 'x', { a: 'x', b: 1 }],
    [{ a: 'y' }, 'a.b.c', 'x', { a: { b: { c: 'x' } } }],
    [{ a: { c: 1 } }, 'a.b', 'x', { a: { c: 1, b: 'x' } }],
    [{}, 'a.1', 'x', { a: [{}, 'x'] }],
    [{ a: ['y', 'z', 'w'] }, 'a.1', 'x', { a: ['y', 'x', 'w'] }],
    [{ a: { 1: 'y' } }, 'a.1', 'x', { a: { 1: 'x' } }],
    [{}, 'a.1b', 'x', { a: { '1b': 'x' } }],
    [{}, 'a.b1', 'x', { a: { b1: 'x' } }],
    [{}, 'a.*', 'x', { a: ['x', 'x', 'x'] }],
    [{ a: [{ c: 1 }] }, 'a.*.b', 'x', { a: [{ c: 1, b: 'x' }] }],
    [{}, 'a.0.b', 'x', { a: [{ b: 'x' }] }],
    [{}, 'a.size', '2', { a: [{}, {}] }],
    [{ a: [{ b: 1 }, { b: 2 }] }, 'a.size', '3', { a: [{ b: 1 }, { b: 2 }, { b: 1 }] }],
    [{ a: [1, 2, 3] }, 'a.size', '1.5', { a: [1] }],
    [{ a: [1] }, 'a.size', '-1', { a: [] }],
    [{ a: [1] }, 'a.size', 'many', { a: [] }],
    [{}, 'a.size.b', 'x', { a: { size: { b: 'x' } } }],
    [{ a: 1 }, '', 'x', { a: 1 }],
    [{ a: 1 }, 'size', '2', { a: 1 }],
    [{}, 'toString.a', 'x', { toString: { a: 'x' } } as unknown as JsonObject],
  ])('%j, %s %s', (object, path, text, changed) => {
    expect(withText(object, path, text)).toEqual(changed);
  });

  it('makes no list longer than 50', () => {
    expect(withText({}, 'a.size', '51').a).toHaveLength(50);
    expect(withText({}, 'a.size', '50').a).toHaveLength(50);
  });
});
