/** Substitutions: what they replace, the size that is known before, and that time is linear. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyMatcher } from './key-matcher.ts';
import {
  countMatches,
  createSubstituter,
  filledBytes,
  fillWithin,
  growthOf,
  keysOf,
} from './substitutions.ts';

function sizeOf(text: string, substitutions: Record<string, string>): number {
  const keys = keysOf(substitutions);
  const counting = countMatches(new KeyMatcher(keys), keys, text);
  for (;;) {
    const step = counting.next();
    if (step.done === true) return filledBytes(step.value, growthOf(keys, substitutions));
  }
}

/** Leftmost, longest, one pass: as a pattern of alternatives, the longest first. */
function byPattern(text: string, substitutions: Record<string, string>): string {
  const keys = keysOf(substitutions).sort((a, b) => b.length - a.length);
  if (keys.length === 0) return text;
  const pattern = new RegExp(keys.map((key) => key.replaceAll(/[^\w]/g, '\\$&')).join('|'), 'g');
  return text.replaceAll(pattern, (key) => substitutions[key] ?? key);
}

describe('substitutions', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'ä'), maxLength: 5 });

  it('replace the leftmost and longest keys in one pass, and their size is known before', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'ä'), maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.dictionary(letters, letters, { maxKeys: 8 }), (text, substitutions) => {
        const filled = createSubstituter(substitutions)(text);
        expect(filled).toBe(byPattern(text, substitutions));
        expect(sizeOf(text, substitutions)).toBe(Buffer.byteLength(filled));
      }),
    );
  });

  it('replace keys across the parts of a long text', () => {
    const substitutions = { [`-${'k'.repeat(1_000)}-`]: 'K', '-n-': 'Kim', n: 'm' };
    const text = `${'x'.repeat(65_530)}-${'k'.repeat(1_000)}-${'y'.repeat(64_532)}-n-n`;
    const filled = createSubstituter(substitutions)(text);
    expect(filled).toBe(`${'x'.repeat(65_530)}K${'y'.repeat(64_532)}Kimm`);
    expect(sizeOf(text, substitutions)).toBe(filled.length);
  });

  it('know a size that could not be rendered', () => {
    expect(sizeOf('a'.repeat(50_000), { a: 'x'.repeat(50_000) })).toBe(2_500_000_000);
  });

  it('stay linear for keys that begin alike', () => {
    const length = 300_000;
    const substitutions = Object.fromEntries([
      ...Array.from({ length: 300 }, (_, at) => [`${'a'.repeat(at + 1)}b`, 'x'] as const),
      [`${'a'.repeat(50_000)}b`, 'y'],
    ]);
    const text = 'a'.repeat(length);
    expect(createSubstituter(substitutions)(text)).toBe(text);
  });

  it('can be made only where the result is small enough', () => {
    expect(fillWithin('aab', { a: '123' }, 7)).toBe('123123b');
    expect(fillWithin('aab', { a: '123' }, 6)).toBe('aab');
  });

  it('are cut where only the beginning is wanted', () => {
    const fill = createSubstituter({ a: 'xyz' });
    expect(fill('a'.repeat(1_000_000), 10).length).toBeLessThan(15);
    expect(fill('bbbb', 2)).toBe('bb');
  });
});
