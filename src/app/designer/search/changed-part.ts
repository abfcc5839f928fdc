/** Where two texts differ, for showing both around the same place. */

type Part = { text: string; start: number; end: number };

/** The part of each text between what both begin with and what both end with. */
export function changedPart(before: string, after: string): { before: Part; after: Part } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return {
    before: { text: before, start, end: before.length - same },
    after: { text: after, start, end: after.length - same },
  };
}
