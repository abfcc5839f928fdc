import { describe, expect, it } from 'vitest';
import { textPattern } from './text-pattern.ts';

/** All characters of ASCII that can be typed. */
const typed = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

describe('the pattern of a text', () => {
  it.each(typed)('finds %j as it stands', (character) => {
    for (const text of [character, `a${character}b`]) {
      for (const options of [{}, { matchCase: true }]) {
        expect(textPattern(text, options).exec(`é😀 ${text}.`)?.[0]).toBe(text);
      }
    }
  });

  it('takes no character for another one', () => {
    expect(textPattern('a.c').test('abc')).toBe(false);
    expect(textPattern('get-').test('get')).toBe(false);
  });
});
