import { describe, expect, it } from 'vitest';
import { type PatternOptions, textPattern } from './text-pattern.ts';

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

  it('finds whole words only, or in the same case only, where that is wanted', () => {
    const found = (options: PatternOptions) =>
      [...'cat Cat_ scat éCat cat2 CAT-cat'.matchAll(textPattern('cat', options))].map(({ index }) => index);
    expect(found({})).toEqual([0, 4, 10, 15, 19, 24, 28]);
    expect(found({ wholeWords: true })).toEqual([0, 24, 28]);
    expect(found({ matchCase: true })).toEqual([0, 10, 19, 28]);
    expect(found({ matchCase: true, wholeWords: true })).toEqual([0, 28]);
  });

  it('takes no character for another one', () => {
    expect(textPattern('a.c').test('abc')).toBe(false);
    expect(textPattern('get-').test('get')).toBe(false);
  });
});
