import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonErrorLine } from './json-syntax-error.ts';

describe('the line of a syntax error', () => {
  it.each([
    ['', 1],
    ['{', 1],
    ['{"a": 1,}', 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['{\r\n"a": tru\r\n}', 2],
    ['[1, 2\n\n', 3],
    ['{}\n{}', 2],
    ['"a\nb"', 1],
    ['{"a":[1,2}', 1],
    ['# heading\ntext', 1],
  ])('of %j is %i', (text, line) => {
    expect(jsonErrorLine(text)).toBe(line);
  });

  it('agrees with JSON.parse about what is JSON', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-',
      '.5',
      'true',
      'nul',
      '"',
      '\\',
      ' ',
    );
    const soup = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.json(), soup, fc.string()), (text) => {
        expect(jsonErrorLine(text) === null).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
