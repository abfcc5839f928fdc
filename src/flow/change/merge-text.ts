/** The three-way merge of texts (diff3: Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", 2007). */

import { diffSequences } from './sequence-diff.ts';

/**
 * Both changes in one text; null when they touch. Texts of several lines are merged by lines, others by words: most
 * messages are a single line. Grows as `diffSequences` does.
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
  const [mine, yours] = [changesOf(parts, split(ours)), changesOf(parts, split(theirs))];
  const merged: string[] = [];
  let at = 0;
  let [own, other] = [0, 0];
  while (own < mine.length || other < yours.length) {
    const [our, their] = [mine[own], yours[other]];
    if (our !== undefined && their !== undefined && areSame(our, their)) {
      own += 1;
      other += 1;
    } else if (our !== undefined && (their === undefined || our.end < their.start)) own += 1;
    else if (their !== undefined && (our === undefined || their.end < our.start)) other += 1;
    else return null;
    const next = our === undefined || (their !== undefined && their.start < our.start) ? their : our;
    if (next === undefined) break;
    for (const part of parts.slice(at, next.start)) merged.push(part);
    for (const part of next.added) merged.push(part);
    at = next.end;
  }
  return [...merged, ...parts.slice(at)].join('');
}

/** Instead of the parts of the base from `start` to before `end`. */
type TextChange = { start: number; end: number; added: string[] };

function changesOf(base: readonly string[], side: readonly string[]): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  for (const region of diffSequences(base, side)) {
    const start = at;
    at += 'same' in region ? region.same.length : region.removed.length;
    if (!('same' in region)) changes.push({ start, end: at, added: region.added });
  }
  return changes;
}

function areSame(a: TextChange, b: TextChange): boolean {
  return a.start === b.start && a.end === b.end && a.added.join('') === b.added.join('');
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Words with the space after them, and templates whole: half of one expression and half of another is neither. */
function wordsOf(text: string): string[] {
  return text.match(/\{\{(?:(?!\{\{).)*?\}\}\s*|\{%(?:(?!\{%).)*?%\}\s*|(?:(?!\{[{%])\S)+\s*|\{|\s+/gs) ?? [];
}
