/** Patterns that find a literal text inside others. */

export type PatternOptions = { matchCase?: boolean; wholeWords?: boolean };

/** A global pattern for `text`; offsets are those of the searched text, whatever the case of its letters. */
export function textPattern(
  text: string,
  { matchCase = false, wholeWords = false }: PatternOptions = {},
): RegExp {
  const literal = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const bounded = wholeWords ? `(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])` : literal;
  return new RegExp(bounded, matchCase ? 'gu' : 'giu');
}
