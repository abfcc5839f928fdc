/** Texts compared word by word, and definitions line by line. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../canonical/canonical.ts';
import { diffSequences } from '../change/sequence-diff.ts';
import type { FlowDefinition } from '../definition.ts';
import { editScript, grownFlow, perform } from '../testing/random-edits.ts';
import { renamesOf } from './change.ts';
import { diff } from './diff.ts';
import { diffLines, diffTextLines } from './line-diff.ts';
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

  it.each([
    ['Hi {{a}}, bye', 'Hi {{ab}}, bye', 'Hi [-{{a}}-]{+{{ab}}+}, bye'],
    ['Hi {% x %}, bye', 'Hi {% y %}, bye', 'Hi [-{% x %}-]{+{% y %}+}, bye'],
    ['Hi {{ {{a}} }}', 'Hi {{ {{b}} }}', 'Hi {{ [-{{a}}-]{+{{b}}+} }}'],
    ['Hi {% {% a %} %}', 'Hi {% {% b %} %}', 'Hi {% [-{% a %}-]{+{% b %}+} %}'],
    ['Hi {{a\nb}} x', 'Hi {{a\nc}} x', 'Hi [-{{a\nb}}-]{+{{a\nc}}+} x'],
    ['Hi {{a}} {{b}}', 'Hi {{a}} {{c}}', 'Hi {{a}} [-{{b}}-]{+{{c}}+}'],
    ['über snake_case x', 'uber snake_cases x', '[-über snake_case-]{+uber snake_cases+} x'],
    ['a!! b', 'a! b', 'a![-!-] b'],
    ['a   b', 'a b', 'a[-   -]{+ +}b'],
    ['this is x', 'a x', '[-this is-]{+a+} x'],
    ['one two three four', 'eins zwei three vier', '[-one two-]{+eins zwei+} three [-four-]{+vier+}'],
    ['a b', 'a c ', 'a [-b-]{+c +}'],
    [' a b', ' c b', ' [-a-]{+c+} b'],
    ['a. b', 'c. d', '[-a. b-]{+c. d+}'],
    ['a {{x}} b', 'c {{x}} d', '[-a-]{+c+} {{x}} [-b-]{+d+}'],
    ['a 1 b', 'c 1 d', '[-a-]{+c+} 1 [-b-]{+d+}'],
    ['a', 'a', 'a'],
    ['Hi', '', '[-Hi-]'],
    ['', '', ''],
    ['Please reply now.', 'Call us.', '[-Please reply now.-]{+Call us.+}'],
  ])('%j and %j are shown as %j', (before, after, text) => {
    expect(shown(before, after)).toBe(text);
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

  const flowOf = (...states: object[]) =>
    ({ description: 'x', states, initial_state: 'a', flags: null }) as unknown as FlowDefinition;
  const lines = (pairs: ReturnType<typeof diffLines>) =>
    pairs.map(({ before, after, isSame }) => {
      const side = (line: typeof before) => (line === null ? '' : `${line.number} ${line.text.trim()}`);
      return isSame ? `${before?.number}=${side(after)}` : `${side(before)} | ${side(after)}`;
    });

  it('keep each widget beside its later self, whatever its name', () => {
    const before = flowOf({ name: 'a' }, { name: 'b' }, { name: 'z' });
    const after = flowOf({ name: 'b' }, { name: 'c' }, { name: 'y' });
    expect(lines(diffLines(before, after, new Map([['a', 'y']])))).toEqual([
      ...[
        '1=1 {',
        '2=2 "description": "x",',
        '3=3 "flags": null,',
        '4=4 "initial_state": "a",',
        '5=5 "states": [',
      ],
      ...[' | 6 {', ' | 7 "name": "b"', ' | 8 },', ' | 9 {', ' | 10 "name": "c"', ' | 11 },'],
      ...['6=12 {', '7 "name": "a" | 13 "name": "y"', '8 }, | 14 }'],
      ...['9 { | ', '10 "name": "b" | ', '11 }, | ', '12 { | ', '13 "name": "z" | ', '14 } | '],
      ...['15=15 ]', '16=16 }'],
    ]);
  });

  it('stand beside each other by themselves where names are not unique', () => {
    const twice = flowOf({ name: 'a' }, { name: 'a' });
    for (const [before, after] of [
      [twice, flowOf({ name: 'a' })],
      [flowOf({ name: 'a' }), twice],
    ] as const) {
      const pairs = diffLines(before, after, new Map());
      expect(pairs.filter(({ isSame }) => !isSame)).toHaveLength(3);
      expect(`${pairs.flatMap((pair) => pair.after?.text ?? []).join('\n')}\n`).toBe(canonicalText(after));
    }
  });

  it('are those of any two texts', () => {
    expect(lines(diffTextLines('a\nb\nc\nd', 'a\nx\nd\ne'))).toEqual([
      ...['1=1 a', '2 b | 2 x', '3 c | ', '4=3 d', ' | 4 e'],
    ]);
  });
});
