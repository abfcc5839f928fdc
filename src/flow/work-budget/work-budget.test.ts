/** The work budget of a turn, and the size of JSON. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { isNestedTooDeeply, jsonSize } from './json-size.ts';
import { LimitExceeded, WorkBudget } from './work-budget.ts';

describe('a work budget', () => {
  it('is spent until nothing is left, and then stays exceeded', () => {
    const work = new WorkBudget(31_000);
    work.assertNotExceeded();
    work.spend('date');
    work.spend('byte', 1_000);
    expect(work.left).toBe(0);
    work.assertNotExceeded();
    const message = 'The limit of 5,000,000 units of work was exceeded.';
    expect(() => work.spend('byte')).toThrow(new LimitExceeded(message));
    expect(new LimitExceeded(message).name).toBe('LimitExceeded');
    expect(work.left).toBe(0);
    expect(() => work.spend('byte', 0)).toThrow(LimitExceeded);
    expect(() => work.assertNotExceeded()).toThrow(LimitExceeded);
  });

  it('has a reserve to go on with, once', () => {
    const work = new WorkBudget(1);
    expect(() => work.spend('date')).toThrow(LimitExceeded);
    expect([work.takeReserve(), work.left]).toEqual([true, 500_000]);
    work.assertNotExceeded();
    work.spend('byte', 400_000);
    expect(() => work.spend('byte', 100_001)).toThrow(LimitExceeded);
    expect([work.takeReserve(), work.left]).toEqual([false, 0]);
    const ample = new WorkBudget();
    expect([ample.takeReserve(), ample.left]).toEqual([true, 5_000_000]);
  });

  it.each([
    [100, 10, 145.5],
    [10, 10, 10.5],
    [5, 10, 5],
    [5, 0, 5],
  ])('searching %i characters for %i costs %f', (text, pattern, units) => {
    const work = new WorkBudget(1_000);
    work.spendSearch(text, pattern);
    expect(work.left).toBe(1_000 - units);
  });

  it('knows which templates were named to it', () => {
    const work = new WorkBudget();
    expect(['a', 'b', 'a', 'b', 'c'].map((each) => work.isFirst(each))).toEqual([
      ...[true, true, false, false, true],
    ]);
  });
});

describe('the size of JSON', () => {
  const bytes = (value: Json) => new TextEncoder().encode(JSON.stringify(value)).length;

  it('is that of its text in UTF-8', () => {
    const values: Json[] = [
      ...[null, true, false, 0, -1.5, 1e21, '', 'plain', [], {}, [1], [1, 2], { a: 1 }, { a: 1, b: [] }],
      ...[
        '"',
        '\\',
        '\x7f',
        '\x80',
        '\u07ff',
        '\u0800',
        '\ud7ff',
        '\ue000',
        '\uffff',
        '\u{10000}',
        '\u{10ffff}',
      ],
      ...[
        '\ud800',
        '\udbff',
        '\udc00',
        '\udfff',
        '\ud800a',
        '\udbff\udc00',
        '\ud800\udbff',
        '\udc00\ud800',
        'a\ud800\ue000',
      ],
      ...Array.from({ length: 0x21 }, (_, code) => `é${String.fromCharCode(code)}`),
      { 'é"': ['\u{1f600}', { '\n': '\t' }] },
    ];
    expect(values.map((value) => jsonSize(value))).toEqual(values.map(bytes));
  });

  it('is that of its text, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(jsonSize(value as Json)).toBe(bytes(value as Json));
      }),
    );
  });

  it('has a limit of 100 levels', () => {
    const nested = (levels: number, inner: (value: Json) => Json): Json =>
      levels === 0 ? 1 : inner(nested(levels - 1, inner));
    const inners: ((value: Json) => Json)[] = [(each) => [0, each], (each) => ({ a: 0, b: each })];
    for (const inner of inners) {
      expect(jsonSize(nested(100, inner))).toBe(bytes(nested(100, inner)));
      expect(() => jsonSize(nested(101, inner))).toThrow(
        new LimitExceeded('A value is nested more than 100 levels deep.'),
      );
      expect([100, 101].map((levels) => isNestedTooDeeply(nested(levels, inner)))).toEqual([false, true]);
    }
    expect(['a', 1, null].map((each) => isNestedTooDeeply(each, 0))).toEqual([false, false, false]);
  });
});
