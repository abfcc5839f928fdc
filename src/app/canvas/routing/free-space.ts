/** The free space between cards, as lines: where a vertical or horizontal run may lie without touching a card. */

import type { Box } from '../box.ts';

/** How near to a card a cord may come, in canvas units. */
export const clearance = 8;
/** Where a lane is tried first: below a card, above a card, beside a card. */
const [below, above, beside] = [20, 22, 20];
const bucketSize = 160;

/** Free intervals of one line, as [from, to, from, to, …] in ascending order. */
type Intervals = readonly number[];

/** One direction of the free space. `lines` are sorted; `free[i]` belongs to `lines[i]`, `first[i]` numbers its first interval. */
export type GridLines = {
  readonly lines: readonly number[];
  readonly free: readonly Intervals[];
  readonly firstId: readonly number[];
};

/** The interval of `free` that holds `at`, as the index of its start; -1 when `at` is blocked. */
export function findInterval(free: Intervals, at: number): number {
  let [low, high] = [0, free.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (at < (free[2 * middle] ?? 0)) high = middle - 1;
    else if (at > (free[2 * middle + 1] ?? 0)) low = middle + 1;
    else return 2 * middle;
  }
  return -1;
}

/** Index of the first element that is not less than `value`. */
export function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Obstacle = { start: number; end: number; from: number; to: number };

export class FreeSpace {
  readonly columns: GridLines;
  readonly rows: GridLines;
  #acrossX: Map<number, Obstacle[]>;
  #acrossY: Map<number, Obstacle[]>;
  #columnCache = new Map<number, Intervals>();

  constructor(boxes: readonly Box[]) {
    this.#acrossX = bucketObstacles(
      boxes.map((b) => ({ start: b.x, end: b.x + b.width, from: b.y, to: b.y + b.height })),
    );
    this.#acrossY = bucketObstacles(
      boxes.map((b) => ({ start: b.y, end: b.y + b.height, from: b.x, to: b.x + b.width })),
    );
    const xs: [line: number, at: number, tight: number][] = [];
    const ys: [line: number, at: number, tight: number][] = [];
    for (const { x, y, width, height } of boxes) {
      xs.push(
        [x - beside, y + height / 2, x - clearance],
        [x + width + beside, y + height / 2, x + width + clearance],
      );
      ys.push(
        [y - above, x + width / 2, y - clearance],
        [y + height + below, x + width / 2, y + height + clearance],
      );
    }
    this.columns = gridLines(candidateLines(xs, this.#acrossX), this.#acrossX);
    this.rows = gridLines(candidateLines(ys, this.#acrossY), this.#acrossY);
  }

  /** The free stretch of the vertical line at `x` that holds `y`; null when a card is there. */
  freeColumn(x: number, y: number): [number, number] | null {
    let free = this.#columnCache.get(x);
    if (free === undefined) {
      free = freeIntervals(x, this.#acrossX);
      this.#columnCache.set(x, free);
    }
    const index = findInterval(free, y);
    return index < 0 ? null : [free[index] ?? y, free[index + 1] ?? y];
  }

  /**
   * How far the run on `line` from `from` to `to` may be pushed sideways before it meets a card,
   * at most 120 units. `axis` is the direction that the run has.
   */
  nudgeRange(axis: 'row' | 'column', line: number, from: number, to: number): [number, number] {
    const across = axis === 'row' ? this.#acrossX : this.#acrossY;
    let [low, high] = [line - 120, line + 120];
    const last = Math.floor((to + clearance) / bucketSize);
    for (let index = Math.floor((from - clearance) / bucketSize); index <= last; index++) {
      for (const span of across.get(index) ?? []) {
        if (span.end <= from - clearance || span.start >= to + clearance) continue;
        if (span.to <= line) low = Math.max(low, span.to + clearance);
        else if (span.from >= line) high = Math.min(high, span.from - clearance);
      }
    }
    return [Math.min(low, line), Math.max(high, line)];
  }
}

/** The lines to try: the roomy one beside each card, or the tight one where another card is too near for it. */
function candidateLines(
  wanted: [line: number, at: number, tight: number][],
  across: Map<number, Obstacle[]>,
): number[] {
  const known = new Map<number, Intervals>();
  const lines = new Set<number>();
  for (const [line, at, tight] of wanted) {
    let free = known.get(line);
    if (free === undefined) {
      free = freeIntervals(line, across);
      known.set(line, free);
    }
    lines.add(Math.round(findInterval(free, at) < 0 ? tight : line));
  }
  const sorted = [...lines].sort((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] ?? 0) > 3);
}

function bucketObstacles(spans: Obstacle[]): Map<number, Obstacle[]> {
  const found = new Map<number, Obstacle[]>();
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = Math.floor((span.end + clearance) / bucketSize);
    for (let index = Math.floor((span.start - clearance) / bucketSize); index <= last; index++) {
      const list = found.get(index);
      if (list === undefined) found.set(index, [span]);
      else list.push(span);
    }
  }
  return found;
}

function gridLines(lines: number[], across: Map<number, Obstacle[]>): GridLines {
  const free = lines.map((line) => freeIntervals(line, across));
  const first: number[] = [];
  let count = 0;
  for (const each of free) {
    first.push(count);
    count += each.length / 2;
  }
  return { lines, free, firstId: first };
}

function freeIntervals(line: number, across: Map<number, Obstacle[]>): Intervals {
  const free: number[] = [];
  let from = -Infinity;
  for (const span of across.get(Math.floor(line / bucketSize)) ?? []) {
    if (line <= span.start - clearance || line >= span.end + clearance) continue;
    if (span.from - clearance >= from) free.push(from, span.from - clearance);
    from = Math.max(from, span.to + clearance);
  }
  free.push(from, Infinity);
  return free;
}
