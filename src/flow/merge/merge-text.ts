/** The three-way merge of texts (diff3: Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", 2007). */

import { diff3Merge } from 'node-diff3';

/**
 * Both changes in one text; null when they touch. Texts of several lines are merged by lines, others by words: most
 * messages are a single line.
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
  const regions = diff3Merge(split(ours), split(base), split(theirs), { excludeFalseConflicts: true });
  const parts = regions.map(({ ok }) => ok);
  return parts.every((part) => part !== undefined) ? parts.flat().join('') : null;
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

/** Words with the space after them, and templates whole: half of one expression and half of another is neither. */
function wordsOf(text: string): string[] {
  return text.match(/\{\{.*?\}\}\s*|\{%.*?%\}\s*|(?:(?!\{[{%])\S)+\s*|\{|\s+/gs) ?? [];
}
