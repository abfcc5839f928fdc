/** The shortest edit script of two sequences (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). */

/** Items that both have, or what stands at one place on each side: `removed` of the first, `added` of the second. */
export type SequenceRegion<Item> = { same: readonly Item[] } | { removed: Item[]; added: Item[] };

/**
 * Sequences that differ in more items than this are taken as wholly different: no one reads such a script, and its
 * computation needs memory by the square of the differences.
 */
const maxDifferences = 1500;

/**
 * The regions of `before` and `after` in order, those that are the same and those that differ by turns.
 * Grows: n² in items and equal items.
 */
export function diffSequences<Item>(before: readonly Item[], after: readonly Item[]): SequenceRegion<Item>[] {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const regions: SequenceRegion<Item>[] = [
    { same: before.slice(0, head) },
    ...(shortestScript(old, young) ?? [{ removed: old, added: young }]),
    { same: before.slice(before.length - tail) },
  ];
  return regions.filter((each) => !('same' in each) || each.same.length > 0);
}

/** Null when there are too many differences. */
function shortestScript<Item>(
  before: readonly Item[],
  after: readonly Item[],
): SequenceRegion<Item>[] | null {
  const [width, height] = [before.length, after.length];
  const limit = Math.min(width + height, maxDifferences);
  const offset = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(furthest.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [above, below] = [furthest[offset + diagonal - 1] ?? 0, furthest[offset + diagonal + 1] ?? 0];
      let x = diagonal === -edits || above < below ? below : above + 1;
      while (x < width && x - diagonal < height && before[x] === after[x - diagonal]) x += 1;
      furthest[offset + diagonal] = x;
      if (x >= width && x - diagonal >= height) return regionsOf(before, after, trace);
    }
  }
  return null;
}

/** Walks the trace back from the end of both sequences. */
function regionsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  trace: readonly Int32Array[],
): SequenceRegion<Item>[] {
  const steps: ('same' | 'removed' | 'added')[] = [];
  let [x, y] = [before.length, after.length];
  // The first items differ.
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reached = trace[edits] as Int32Array;
    const at = (diagonal: number) => reached[diagonal + edits + 1] as number;
    const diagonal = x - y;
    const isDown = diagonal === -edits || at(diagonal - 1) < at(diagonal + 1);
    const from = isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
    for (; x > from; x -= 1, y -= 1) steps.push('same');
    steps.push(isDown ? 'added' : 'removed');
    if (isDown) y -= 1;
    else x -= 1;
  }
  return collected(before, after, steps.reverse());
}

function collected<Item>(
  before: readonly Item[],
  after: readonly Item[],
  steps: readonly ('same' | 'removed' | 'added')[],
): SequenceRegion<Item>[] {
  const regions: ({ same: Item[] } | { removed: Item[]; added: Item[] })[] = [];
  let [x, y] = [0, 0];
  for (const step of steps) {
    let last = regions.at(-1);
    if (last === undefined || 'same' in last !== (step === 'same')) {
      last = step === 'same' ? { same: [] } : { removed: [], added: [] };
      regions.push(last);
    }
    if ('same' in last) last.same.push(before[x] as Item);
    else if (step === 'removed') last.removed.push(before[x] as Item);
    else last.added.push(after[y] as Item);
    if (step !== 'added') x += 1;
    if (step !== 'removed') y += 1;
  }
  return regions;
}
