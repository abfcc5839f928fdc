/** JSON of others, whose numbers are not rounded. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber } from '../number/exact-number.ts';
import { jsonSize } from '../work-budget/json-size.ts';
import { isObject, type Json } from './json.ts';
import { jsonEqual } from './json-equal.ts';
import { parseExactJson, parseShownJson, TooManyNumbers } from './parse-json.ts';

describe('JSON that is parsed and written again', () => {
  it.each([
    '{"id":7615917337495251231}',
    '[-9007199254740993,12345678901234567890123]',
    '{"a":[{"b":1.0},3.00],"c":0.12345678901234567890}',
    '1e400',
    '7.0',
    '"7615917337495251231"',
    '{"text":": 7.0, 12345678901234567","__proto__":12345678901234567}',
  ])('is the same: %s', (text) => {
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
    expect(jsonSize(parseExactJson(text) as Json)).toBe(text.length);
  });

  it.each(['{"a":1,"b":-0.5,"c":1.5e3,"d":12.50,"e":9007199254740991,"f":true}', '[1e5, 2E-3 , -0]'])(
    'has JavaScript numbers where these are the same: %s',
    (text) => {
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    },
  );

  it('is the value of JSON.parse in all else', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(Number(JSON.stringify(parseExactJson(text)).length)).toBeGreaterThan(0);
        expect(JSON.parse(JSON.stringify(parseExactJson(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is refused as JSON.parse does', () => {
    expect(() => parseExactJson('{"id":7615917337495251231')).toThrow(SyntaxError);
    expect(() => parseExactJson('[07.0]')).toThrow(SyntaxError);
  });
});

describe('a number that keeps its digits', () => {
  const number = new ExactNumber('7615917337495251231');

  it('is one value of JSON', () => {
    expect(isObject(number)).toBe(false);
    const same = parseExactJson('[7615917337495251231,7615917337495251231,7615917337495251232]') as Json[];
    expect(jsonEqual(same[0] ?? null, same[1] ?? null)).toBe(true);
    expect(jsonEqual(same[0] ?? null, same[2] ?? null)).toBe(false);
  });

  it('is shown without zeros behind the point', () => {
    expect(
      ['7.00', '0.12345678901234567890', '10.0', '1e400', '-100'].map((each) => `${new ExactNumber(each)}`),
    ).toEqual(['7', '0.1234567890123456789', '10', '1e400', '-100']);
  });
});

describe('JSON that is shown', () => {
  it.each([
    ['7615917337495251231', '7615917337495251231'],
    ['-0.12345678901234567890', '-0.1234567890123456789'],
    ['12345678901234567890.50', '12345678901234567890.5'],
    ['1234567890123456', 1_234_567_890_123_456],
    ['7.0', 7],
    ['0.10', 0.1],
    ['1E3', 1_000],
    ['0.0', 0],
  ])('has the digits of %s, as a text where JavaScript does not hold them', (written, shown) => {
    expect(parseShownJson(`{"a":[${written}]}`)).toEqual({ a: [shown] });
  });
});

it.each([parseExactJson, parseShownJson])(
  '%o reads no text with too many numbers that take long',
  (parse) => {
    const list = (length: number, written: (at: number) => string) =>
      `[7.0,${Array.from({ length }, (_, at) => written(at)).join(',')}]`;
    for (const written of [
      (at: number) => `1234567890123${String(at).padStart(5, '0')}`,
      (at: number) => `${at}.0`,
      (at: number) => `${at}e1`,
      (at: number) => `0.0000001${at}1`,
    ]) {
      expect(() => parse(list(30_000, written))).toThrow(TooManyNumbers);
      expect(parse(list(13_000, written))).toHaveLength(13_001);
    }
    // Those that JavaScript holds are not counted.
    expect(parse(list(90_000, (at) => `${at}`))).toHaveLength(90_001);
    expect(parse(list(90_000, (at) => `-1.${at}1`))).toHaveLength(90_001);
  },
);
