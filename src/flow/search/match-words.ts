/** Names found by words in any order, with small misspellings. Pure. */

import { normalizeText } from '../text/normalize-text.ts';

/**
 * How well a text fits what was typed: 0 when it begins with it, 1 when it has every word, one more for each letter that
 * is misspelt; null when a word is missing. Case and accents do not count. Grows with typed words times text.
 * Grows: n in words.
 */
export function matchWords(typed: string, text: string): number | null {
  const wanted = folded(typed);
  const searched = folded(text);
  if (searched.startsWith(wanted)) return 0;
  const words = searched.split(notLetters);
  let rank = 1;
  for (const each of wanted.split(/\s+/)) {
    const misspelt = searched.includes(each) ? 0 : fewestMisspelt(each, words);
    if (misspelt === null) return null;
    rank += misspelt;
  }
  return rank;
}

const notLetters = /[^\p{L}\p{N}]+/u;

function folded(text: string): string {
  return normalizeText(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Short words have too many neighbours, and a number is another number. */
function allowed(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

function fewestMisspelt(typed: string, words: readonly string[]): number | null {
  const most = allowed(typed);
  if (most === 0) return null;
  const found = words.map((word) => distanceToBeginning(typed, word)).filter((each) => each <= most);
  return found.length === 0 ? null : Math.min(...found);
}

/**
 * The fewest letters to add, leave out, replace or swap with the next (optimal string alignment) that make `typed` the
 * beginning of `word`.
 */
function distanceToBeginning(typed: string, word: string): number {
  const width = Math.min(word.length, typed.length + 2);
  const rows = [Array.from({ length: width + 1 }, (_, column) => column)];
  for (let row = 1; row <= typed.length; row += 1) {
    const [last = [], before = []] = [rows[row - 1], rows[row - 2]];
    const line = [row];
    for (let column = 1; column <= width; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      line.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return Math.min(...(rows.at(-1) ?? [0]));
}
