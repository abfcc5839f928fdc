import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSequences } from './sequence-diff.ts';

const diff = (before: string, after: string) =>
  diffSequences([...before], [...after]).map((region) =>
    'same' in region ? region.same.join('') : `-${region.removed.join('')}+${region.added.join('')}`,
  );

/** The length of the longest common subsequence, by the textbook. */
function longest(before: readonly string[], after: readonly string[]): number {
  const row = Array<number>(after.length + 1).fill(0);
  for (const item of before) {
    let diagonal = 0;
    for (const [at, other] of after.entries()) {
      const above = row[at + 1] ?? 0;
      row[at + 1] = item === other ? diagonal + 1 : Math.max(above, row[at] ?? 0);
      diagonal = above;
    }
  }
  return row.at(-1) ?? 0;
}

describe('two sequences', () => {
  it.each([
    ['', '', []],
    ['abc', 'abc', ['abc']],
    ['', 'ab', ['-+ab']],
    ['ab', '', ['-ab+']],
    ['abc', 'axc', ['a', '-b+x', 'c']],
    ['abcd', 'bd', ['-a+', 'b', '-c+', 'd']],
    ['xa', 'yaa', ['-x+ya', 'a']],
    ['ax', 'aay', ['a', '-x+ay']],
    ['bd', 'abcd', ['-+a', 'b', '-+c', 'd']],
    ['aXbYc', 'aPbQc', ['a', '-X+P', 'b', '-Y+Q', 'c']],
  ])('%j and %j', (before, after, regions) => {
    expect(diff(before, after)).toEqual(regions);
  });

  it('have as many items in common as can be, and are both whole', () => {
    const items = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(items, items, (before, after) => {
        const regions = diffSequences(before, after);
        const side = (key: 'removed' | 'added') =>
          regions.flatMap((each) => ('same' in each ? each.same : each[key]));
        expect([side('removed'), side('added')]).toEqual([before, after]);
        const same = regions.flatMap((each) => ('same' in each ? each.same : []));
        expect(same).toHaveLength(longest(before, after));
        const kinds = regions.map((each) => 'same' in each);
        expect(kinds.some((kind, at) => kind === kinds[at + 1])).toBe(false);
      }),
    );
  });

  it('that differ in more than 1,500 items are wholly different', () => {
    const list = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, at) => (at === 1 ? 'common' : `${prefix}${at}`));
    const regionsOf = (count: number) => diffSequences(list(count, 'a'), list(count, 'b')).length;
    expect(regionsOf(751)).toBe(3);
    expect(diffSequences(list(752, 'a'), list(752, 'b'))).toEqual([
      { removed: list(752, 'a'), added: list(752, 'b') },
    ]);
  });
});
