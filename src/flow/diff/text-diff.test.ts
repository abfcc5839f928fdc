/** Texts compared word by word, and definitions line by line. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../canonical/canonical.ts';
import { diffSequences } from '../change/sequence-diff.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import { renamesOf } from './change.ts';
import { diff } from './diff.ts';
import { diffLines } from './line-diff.ts';
import { diffWords } from './text-diff.ts';

const shown = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');

describe('two texts', () => {
  it('are compared word by word', () => {
    expect(shown('How was it?', 'How was your visit?')).toBe('How was [-it-]{+your visit+}?');
    expect(shown('Hi', 'Hi there')).toBe('Hi{+ there+}');
    expect(shown('', 'Hi')).toBe('{+Hi+}');
  });

  it('keep templates whole', () => {
    expect(shown('Hi {{flow.data.name}}, bye', 'Hi {{flow.data.names}}, bye')).toBe(
      'Hi [-{{flow.data.name}}-]{+{{flow.data.names}}+}, bye',
    );
  });

  it('that have no word in common are shown one after the other', () => {
    expect(shown('Please reply now.', 'Call us.')).toBe('[-Please reply now.-]{+Call us.+}');
  });

  it('give back both texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b ', ' ', '{{x}}', '.', '\n'), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        const without = (kind: string) =>
          parts.flatMap((each) => (each.kind === kind ? [] : [each.text])).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });

  it('of twenty thousand other words are taken as a whole', () => {
    const words = (from: number) => Array.from({ length: 20_000 }, (_, index) => `w${from + index}`);
    expect(diffSequences(words(0), words(20_000))).toEqual([{ removed: words(0), added: words(20_000) }]);
  });
});

describe('two definitions line by line', () => {
  it('are both whole, and equal lines stand beside each other', () => {
    fc.assert(
      fc.property(grownFlow, editScript, (flow, script) => {
        const after = script.reduce(perform, flow);
        const pairs = diffLines(flow, after, renamesOf(diff(flow, after).changes));
        const side = (which: 'before' | 'after') =>
          `${pairs.flatMap((pair) => pair[which]?.text ?? []).join('\n')}\n`;
        expect(side('before')).toBe(canonicalText(flow));
        expect(side('after')).toBe(canonicalText(after));
        for (const { before, after: is, isSame } of pairs) if (isSame) expect(before?.text).toBe(is?.text);
        expect(pairs.flatMap((pair) => pair.after?.number ?? [])).toEqual(
          canonicalText(after)
            .trimEnd()
            .split('\n')
            .map((_, index) => index + 1),
        );
      }),
    );
  });
});
