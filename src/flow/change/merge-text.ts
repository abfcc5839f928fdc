/** The three-way merge of texts (diff3: Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", 2007). */

import { diffParts, type Replacement, replacementsOf } from './text-edit.ts';

/**
 * Both changes in one text; null when they touch. Texts of several lines are merged by lines, others by words: most
 * messages are a single line. Grows as `diffSequences` does.
 * Grows: n in words.
 */
export function mergeText({
  base,
  ours,
  theirs,
}: {
  base: string;
  ours: string;
  theirs: string;
}): string | null {
  const split = [base, ours, theirs].some((text) => text.includes('\n')) ? linesOf : wordsOf;
  const parts = split(base);
  const changesOf = (side: string) => replacementsOf(diffParts(parts, split(side)));
  const [mine, yours] = [changesOf(ours), changesOf(theirs)];
  let merged = '';
  let at = 0;
  let [own, other] = [0, 0];
  while (own < mine.length || other < yours.length) {
    const [our, their] = [mine[own], yours[other]];
    let next = our as Replacement;
    if (our !== undefined && their !== undefined && areSame(our, their)) {
      own += 1;
      other += 1;
    } else if (our !== undefined && (their === undefined || our.end < their.start)) own += 1;
    else if (our === undefined || (their as Replacement).end < our.start) {
      other += 1;
      next = their as Replacement;
    } else return null;
    merged += base.slice(at, next.start) + next.text;
    at = next.end;
  }
  return merged + base.slice(at);
}

function areSame(a: Replacement, b: Replacement): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Words with the space after them, and templates whole: half of one expression and half of another is neither. */
function wordsOf(text: string): string[] {
  return text.match(/\{\{(?:(?!\{\{).)*?\}\}\s*|\{%(?:(?!\{%).)*?%\}\s*|(?:(?!\{[{%])\S)+\s*|\{|\s+/gs) ?? [];
}
