/** Limits of JSON in requests. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxJsonDepth, maxJsonNames, maxJsonValues } from './body-limits.ts';
import { JsonLimitExceeded, JsonLimits, parseLimitedJson } from './json-limits.ts';

describe('JSON of a request', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('is parsed up to its limits of depth and values', () => {
    expect(parseLimitedJson(nested(maxJsonDepth))).toBeInstanceOf(Array);
    const values = parseLimitedJson(`[${'0,'.repeat(maxJsonValues - 2)}0]`);
    expect(values).toHaveLength(maxJsonValues - 1);
  });

  it.each([
    ['arrays', nested(maxJsonDepth + 1), 'is nested deeper than 100 levels'],
    ['objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, 'is nested deeper than 100 levels'],
    ['a million arrays', nested(1_000_000), 'is nested deeper'],
    ['many values', `[${'0,'.repeat(maxJsonValues)}0]`, 'has more than 100,000 values'],
    ['many empty objects', `[${'{},'.repeat(60_000)}0]`, 'has more than 100,000 values'],
  ])('of %s above a limit is refused', (_, text, message) => {
    expect(() => parseLimitedJson(text)).toThrow(JsonLimitExceeded);
    expect(() => parseLimitedJson(text)).toThrow(message);
  });

  it('has at most 10,000 different names of members, in one object or in many', () => {
    const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"n${at}" : 0`).join()}}`;
    const few = Array.from({ length: 9_000 }, () => named(5)).join();
    expect(parseLimitedJson(`[${few}]`)).toHaveLength(9_000);
    expect(parseLimitedJson(named(maxJsonNames))).toHaveProperty('n9999');
    const many = Array.from({ length: maxJsonNames + 1 }, (_, at) => `{"n${at}":0}`);
    for (const text of [named(maxJsonNames + 1), `[${many}]`])
      expect(() => parseLimitedJson(text)).toThrow('has more than 10,000 different names of members');
  });

  it('has as many names however it is cut into pieces', () => {
    const json = Buffer.from(`[${Array.from({ length: 30_000 }, (_, at) => `{"n${at % 10_000}":"${at}"}`)}]`);
    for (const size of [1, 7, 1_000]) {
      const limits = new JsonLimits();
      for (let at = 0; at < json.length; at += size)
        expect(limits.read(json.subarray(at, at + size))).toBeNull();
      expect(limits.read(Buffer.from(',{"another":0}'))).toMatch('different names');
    }
  });

  it('may have brackets, commas, quotes and backslashes in its texts', () => {
    const texts = ['['.repeat(500), ',"'.repeat(200_000), '\\', '\\"[', '"'.repeat(300)];
    expect(parseLimitedJson(JSON.stringify(texts))).toEqual(texts);
  });

  it('that is broken is a syntax error', () => {
    for (const text of ['', '{', '"abc', '"\\', ']]]'])
      expect(() => parseLimitedJson(text)).toThrow(SyntaxError);
  });

  it('has the same limits however it is cut into pieces', () => {
    const texts = fc.string({ unit: fc.constantFrom('"', '\\', '[', ',', 'a'), maxLength: 12 });
    const cuts = fc.array(fc.nat(200), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 8 }), cuts, fc.boolean(), (values, ends, isDeep) => {
        const json = Buffer.from(`${isDeep ? '['.repeat(100) : ''}${JSON.stringify(values)}`);
        const limits = new JsonLimits();
        const sorted = [0, ...ends.sort((a, b) => a - b), json.length];
        const found = sorted.slice(1).map((end, at) => limits.read(json.subarray(sorted[at], end)));
        expect(found.some((each) => each !== null)).toBe(isDeep);
      }),
    );
  });
});
