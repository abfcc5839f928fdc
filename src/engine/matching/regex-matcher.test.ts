/** Regular expressions: matching, rejected constructs, linear time and the budget. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitExceeded, WorkBudget } from '#flow/work-budget/work-budget.ts';
import { compileRegex } from './regex-matcher.ts';

function matches(pattern: string, text: string, work = new WorkBudget()): boolean {
  const matcher = compileRegex(pattern, work);
  if (typeof matcher === 'string') throw new Error(matcher);
  return matcher(text, work);
}

/** What matching costs, in units. */
function costOf(pattern: string, text: string): number {
  const work = new WorkBudget(Number.POSITIVE_INFINITY);
  const matcher = compileRegex(pattern, work);
  const counted = new WorkBudget(1e12);
  if (typeof matcher === 'function') matcher(text, counted);
  return 1e12 - counted.left;
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
    ['.', '\n', true],
    ['a{2,12}', 'a'.repeat(12), true],
    ['a{2,12}', 'a'.repeat(13), false],
    ['(?im)AB', 'ab', true],
    ['(?P<word_1>a)', 'a', true],
    ['(?<word_1>a)', 'a', true],
    ['(?i:a)b', 'ab', true],
    ['\\p{Lu}\\P{L}', 'É1', true],
    ['\\p{L}', '1', false],
    ['\\x4a\\x41', 'jA', true],
    ['\\u004a', 'J', true],
    ['\\u{1f600}', '😀', true],
    ['\\d\\D\\w\\W\\s\\S', '1a_-\n.', true],
    ['[\\]\\\\]+', ']\\', true],
    ['[\\ ]', ' ', true],
    ['[^a]', 'a', false],
    ['\\Aab\\z', 'ab', true],
    ['a\\Ab', 'ab', false],
    ['ab\\Z', 'ab', true],
    ['a\\zb', 'ab', false],
    ['\\#\\.', '#.', true],
    ['\\#\\.', '#x', false],
    ['[a\\_-]+', 'a_-', true],
    ['[a\\_-]+', 'ab', false],
    ['ह', 'ह', true],
    ['ह', 'न', false],
    ['[^\\s]+@[^\\s]+\\.[a-z]+', 'who@where.example', true],
    ['a{2', 'a{2', true],
    ['', '', true],
    ['(?:)*', '', true],
  ])('%s against %s is %s', (pattern, text, expected) => {
    if (typeof expected === 'string') expect(compileRegex(pattern, new WorkBudget())).toBe(expected);
    else expect(matches(pattern, text)).toBe(expected);
  });

  it.each(['(', 'a)', '[a', '*', 'a\\', '(?<=a)b', '(?=(?=a))', 'a{900}{900}', '((){9999}){9999}', '(?'])(
    'is refused with a sentence: %s',
    (pattern) => {
      expect(compileRegex(pattern, new WorkBudget())).toMatch(/\.$|Invalid/);
    },
  );

  it('does not backtrack: catastrophic patterns finish', () => {
    expect(matches('(a+)+b', 'a'.repeat(5_000))).toBe(false);
    expect(matches('(a|a)*(a|aa)*c', 'a'.repeat(2_000))).toBe(false);
  });

  it.each(['((?!.*b)(?!.*c)(?!.*d)a)*', '(?:(?=a*$)a|(?=.*b)b)*', '((?!\\b.*c)\\w)*'])(
    'takes linear time, lookaheads included: %s',
    (pattern) => {
      const ratio = costOf(pattern, 'a'.repeat(4_000)) / costOf(pattern, 'a'.repeat(1_000));
      expect(ratio).toBeLessThan(4.5);
    },
  );

  it('ends at the budget of its turn', () => {
    const pattern = `(?:${'a?'.repeat(300)})*b`;
    expect(() => matches(pattern, 'a'.repeat(16_000))).toThrow(LimitExceeded);
  });

  it('with too many parts is refused before they are compiled', () => {
    const pattern = Array.from({ length: 16_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    expect(compileRegex(pattern, new WorkBudget())).toBe('The pattern is too long.');
    expect(compileRegex(`a${'?'.repeat(16_000)}`, new WorkBudget())).toBe('The pattern is too long.');
  });

  const letter = fc.constantFrom('a', 'b', 'B', '1', '.', '[ab]', '[^a]', '\\d', '\\w');
  const place = fc.constantFrom(
    '\\b',
    '\\B',
    '^',
    '$',
    '(?!a)',
    '(?=.*b)',
    '(?!ab|1)',
    '(?=(?:ab)*\\b$)',
    '(?!b+a$)',
  );
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
        const work = new WorkBudget();
        const matcher = compileRegex(source, work);
        fc.pre(typeof matcher === 'function');
        expect(typeof matcher === 'function' && matcher(tested, work)).toBe(
          new RegExp(`^(?:${source})$`, 'i').test(tested),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
