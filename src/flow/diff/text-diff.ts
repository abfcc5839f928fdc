/** What differs between two texts, word by word, for people to read. */

import { diffSequences, type SequenceRegion } from '../change/sequence-diff.ts';

/** A part of both texts together: what stayed, what the earlier one had, what the later one has. */
export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string };

/**
 * The parts in reading order, what was removed before what was added. Texts without a word in common are two parts.
 * Grows: n² in words.
 */
export function diffWords(before: string, after: string): TextPart[] {
  const regions = joinedAcrossSpace(diffSequences(wordsOf(before), wordsOf(after)));
  const hasCommonWord = regions.some(
    (each) => 'same' in each && each.same.some((word) => /[\p{L}\p{N}{]/u.test(word)),
  );
  const shown = hasCommonWord ? regions : [{ removed: [before], added: [after] }];
  return shown.flatMap((each): TextPart[] =>
    'same' in each
      ? [{ kind: 'same', text: each.same.join('') }]
      : [
          { kind: 'removed' as const, text: each.removed.join('') },
          { kind: 'added' as const, text: each.added.join('') },
        ].filter(({ text }) => text !== ''),
  );
}

/** Templates whole, words, signs, and spaces. */
function wordsOf(text: string): string[] {
  return (
    text.match(/\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gsu) ?? []
  );
}

/** Two changes with only space between them read as one: "this is" for "a", not three changes. */
function joinedAcrossSpace(regions: readonly SequenceRegion<string>[]): SequenceRegion<string>[] {
  const joined: SequenceRegion<string>[] = [];
  regions.forEach((region, index) => {
    const last = joined.at(-1);
    const isSpace = 'same' in region && region.same.every((each) => /^\s+$/.test(each));
    const isBetween = index > 0 && index < regions.length - 1;
    if (last === undefined || 'same' in last) joined.push(region);
    else if (!('same' in region)) {
      last.removed.push(...region.removed);
      last.added.push(...region.added);
    } else if (isSpace && isBetween) {
      last.removed.push(...region.same);
      last.added.push(...region.same);
    } else joined.push(region);
  });
  return joined;
}
