/** Replaces the keys of substitutions in texts, and knows the size of the result without it. Pure. */

import { KeyMatcher } from './key-matcher.ts';

/** Fills a text. `maxLength` cuts the result roughly there. */
export type Fill = (text: string, maxLength?: number) => string;

/** Matchers by their keys: the personalizations of a request mostly have the same. */
export class KeyMatchers {
  readonly #known = new Map<string, KeyMatcher>();

  get(keys: readonly string[]): KeyMatcher {
    // No text of a request holds NUL.
    const name = keys.join('\0');
    const matcher = this.#known.get(name) ?? new KeyMatcher(keys);
    this.#known.set(name, matcher);
    return matcher;
  }
}

/** Replaces each key by its value in one pass: values are not substituted again. */
export function createSubstituter(
  substitutions: Record<string, string> = {},
  matchers: KeyMatchers = new KeyMatchers(),
): Fill {
  const keys = keysOf(substitutions);
  if (keys.length === 0) return (text, maxLength) => text.slice(0, maxLength);
  const matcher = matchers.get(keys);
  return (text, maxLength = Number.POSITIVE_INFINITY) => {
    const pieces: string[] = [];
    let length = 0;
    let done = 0;
    const add = (piece: string) => {
      pieces.push(piece);
      length += piece.length;
    };
    for (let at = 0; at < text.length && length < maxLength; ) {
      at = matcher.scan(text, at, (index, start) => {
        if (length >= maxLength) return;
        const key = keys[index] ?? '';
        add(text.slice(done, start));
        add(substitutions[key] ?? key);
        done = start + key.length;
      });
    }
    add(text.slice(done, done + Math.max(0, maxLength - length)));
    return pieces.join('');
  };
}

/** The filled text where it has at most so many bytes, otherwise the text as it is. */
export function fillWithin(text: string, substitutions: Record<string, string>, maxBytes: number): string {
  const keys = keysOf(substitutions);
  if (keys.length === 0) return text;
  const counting = countMatches(new KeyMatcher(keys), keys, text);
  let step = counting.next();
  while (step.done !== true) step = counting.next();
  const bytes = filledBytes(step.value, growthOf(keys, substitutions));
  return bytes > maxBytes ? text : createSubstituter(substitutions)(text);
}

/** The keys that are replaced, in a fixed order. */
export function keysOf(substitutions: Record<string, string> = {}): string[] {
  return Object.keys(substitutions)
    .filter((key) => key !== '')
    .sort();
}

/** A text with the number of matches of each key. */
export type CountedText = { bytes: number; matches: Uint32Array };

/** Counts the matches of `keys` in a text; called again and again until it is done, so that a caller can pause. */
export function* countMatches(
  matcher: KeyMatcher,
  keys: readonly string[],
  text: string,
): Generator<void, CountedText> {
  const matches = new Uint32Array(keys.length);
  for (let at = 0; at < text.length; ) {
    at = matcher.scan(text, at, (index) => {
      matches[index] = (matches[index] ?? 0) + 1;
    });
    yield;
  }
  return { bytes: Buffer.byteLength(text), matches };
}

/** How many bytes a match of each key adds, or takes away. */
export function growthOf(keys: readonly string[], substitutions: Record<string, string>): number[] {
  return keys.map((key) => Buffer.byteLength(substitutions[key] ?? key) - Buffer.byteLength(key));
}

/** The size of the filled text in bytes of UTF-8. */
export function filledBytes({ bytes, matches }: CountedText, growth: readonly number[]): number {
  return growth.reduce((sum, each, index) => sum + each * (matches[index] ?? 0), bytes);
}
