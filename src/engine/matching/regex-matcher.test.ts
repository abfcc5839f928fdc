/** Regular expressions: matching, rejected constructs, and linear time. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from './regex-matcher.ts';

function matches(pattern: string, text: string): boolean {
  const matcher = compileRegex(pattern);
  if (typeof matcher === 'string') throw new Error(matcher);
  return matcher(text);
}

describe('a pattern', () => {
  it.each([
    ['[1-5]', '3', true],
    ['[1-5]', '6', false],
    ['[1-5]', '33', false],
    ['^(?:[1-9]|0[1-9]|10)$', '07', true],
    ['^(?:[1-9]|0[1-9]|10)$', '11', false],
    ['.*(s(i|í)|y).*', 'que SÍ!', true],
    ['yes|yeah', 'YEAH', true],
    ['\\d{3}-\\d{2,4}', '123-4567', true],
    ['\\d{3}-\\d{2,4}', '123-4', false],
    ['(?i)stop', 'Stop', true],
    ['(?=.*\\d)(?=.*[a-z]).{4,}', 'ab12', true],
    ['(?=.*\\d)(?=.*[a-z]).{4,}', 'abcd', false],
    ['(?!no\\b).*', 'no way', false],
    ['(?!no\\b).*', 'nothing', true],
    ['a++b?', 'aaab', true],
    ['(?<word>\\w+)\\s\\1', 'x x', 'References to earlier groups are not supported.'],
    ['.', '😀', true],
    ['[^\\s]+@[^\\s]+\\.[a-z]+', 'who@where.example', true],
    ['a{2', 'a{2', true],
    ['', '', true],
    ['(?:)*', '', true],
  ])('%s against %s is %s', (pattern, text, expected) => {
    if (typeof expected === 'string') expect(compileRegex(pattern)).toBe(expected);
    else expect(matches(pattern, text)).toBe(expected);
  });

  it.each(['(', 'a)', '[a', '*', 'a\\', '(?<=a)b', '(?=(?=a))', 'a{900}{900}', '((){9999}){9999}', '(?'])(
    'is refused with a sentence: %s',
    (pattern) => {
      expect(compileRegex(pattern)).toMatch(/\.$|Invalid/);
    },
  );

  it('does not backtrack: catastrophic patterns finish', () => {
    expect(matches('(a+)+b', 'a'.repeat(5_000))).toBe(false);
    expect(matches('(a|a)*(a|aa)*c', 'a'.repeat(2_000))).toBe(false);
  });

  const letter = fc.constantFrom('a', 'b', 'B', '1', '.', '[ab]', '[^a]', '\\d', '\\w');
  const place = fc.constantFrom('\\b', '\\B', '^', '$', '(?!a)', '(?=.*b)');
  const times = fc.constantFrom('', '', '*', '+?', '?', '{0,2}', '{2}');
  const around = (atom: fc.Arbitrary<string>) =>
    fc
      .array(fc.oneof(fc.tuple(atom, times), fc.tuple(place)), { maxLength: 3 })
      .map((parts) => parts.flat().join(''));
  const grouped = (inner: fc.Arbitrary<string>) =>
    fc.oneof(
      letter,
      fc.tuple(inner, inner).map(([left, right]) => `(${left}|${right})`),
    );
  const pattern = around(grouped(around(grouped(around(letter)))));

  it('agrees with RegExp', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '1', ' ', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(pattern, text, (source, tested) => {
        const matcher = compileRegex(source);
        fc.pre(typeof matcher === 'function');
        expect(typeof matcher === 'function' && matcher(tested)).toBe(
          new RegExp(`^(?:${source})$`, 'i').test(tested),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
