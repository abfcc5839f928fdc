/**
 * The free space between cards, as what an orthogonal visibility graph is made of (Wybrow, Marriott, Stuckey
 * 2009): lines beside each card, and on each line the intervals where a segment touches no card.
 */

import type { Box } from '../box.ts';

/** Least distance between a cord and a card, in canvas units. */
export const clearance = 8;
/** Preferred distance of a line below, above and beside a card. */
const [below, above, beside] = [20, 22, 20];
/** Width of the strips by which obstacles are looked up. */
const bucketSize = 160;

/** Free intervals of one line as [from, to, from, to, …], ascending. */
type Intervals = readonly number[];

/**
 * The lines of one direction. `lines` are sorted coordinates, `free[i]` the free intervals of `lines[i]`, and
 * `firstId[i]` the number of its first interval among those of all lines.
 */
export type GridLines = {
  readonly lines: readonly number[];
  readonly free: readonly Intervals[];
  readonly firstId: readonly number[];
};

/** Binary search for the interval of `free` that contains `at`: the index of its start; -1 when `at` is blocked. */
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

/** Binary search for the index of the first element that is not less than `value`. */
export function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A card seen from one direction: it blocks the lines from `start` to `end`, each between `from` and `to`. */
type Obstacle = { start: number; end: number; from: number; to: number };

/** Built once for a set of cards; routing reads it. */
export class FreeSpace {
  readonly columns: GridLines;
  readonly rows: GridLines;
  #obstaclesByX: Map<number, Obstacle[]>;
  #obstaclesByY: Map<number, Obstacle[]>;
  #columnCache = new Map<number, Intervals>();

  constructor(boxes: readonly Box[]) {
    this.#obstaclesByX = bucketObstacles(
      boxes.map((b) => ({ start: b.x, end: b.x + b.width, from: b.y, to: b.y + b.height })),
    );
    this.#obstaclesByY = bucketObstacles(
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
    this.columns = gridLines(candidateLines(xs, this.#obstaclesByX), this.#obstaclesByX);
    this.rows = gridLines(candidateLines(ys, this.#obstaclesByY), this.#obstaclesByY);
  }

  /** The free interval of the vertical line at `x` that contains `y`; null when a card is there. */
  freeColumn(x: number, y: number): [number, number] | null {
    let free = this.#columnCache.get(x);
    if (free === undefined) {
      free = freeIntervals(x, this.#obstaclesByX);
      this.#columnCache.set(x, free);
    }
    const index = findInterval(free, y);
    return index < 0 ? null : [free[index] ?? y, free[index + 1] ?? y];
  }

  /**
   * How far the segment on `line` between `from` and `to` may be nudged before it meets a card, at most 120
   * units, as the lowest and highest coordinate. `axis` is the direction of the segment, `gap` what stays free beside it.
   */
  nudgeRange(
    axis: 'row' | 'column',
    line: number,
    from: number,
    to: number,
    gap = clearance,
  ): [number, number] {
    const obstacles = axis === 'row' ? this.#obstaclesByX : this.#obstaclesByY;
    let [low, high] = [line - 120, line + 120];
    const last = Math.floor((to + clearance) / bucketSize);
    for (let index = Math.floor((from - clearance) / bucketSize); index <= last; index++) {
      for (const obstacle of obstacles.get(index) ?? []) {
        if (obstacle.end <= from - clearance || obstacle.start >= to + clearance) continue;
        if (obstacle.to <= line) low = Math.max(low, obstacle.to + gap);
        else if (obstacle.from >= line) high = Math.min(high, obstacle.from - gap);
      }
    }
    return [Math.min(low, line), Math.max(high, line)];
  }
}

/** The lines of one direction: beside each card at the preferred distance, or at the least where another card is too near. */
function candidateLines(
  preferred: [line: number, at: number, tight: number][],
  obstacles: Map<number, Obstacle[]>,
): number[] {
  const cache = new Map<number, Intervals>();
  const lines = new Set<number>();
  for (const [line, at, tight] of preferred) {
    let free = cache.get(line);
    if (free === undefined) {
      free = freeIntervals(line, obstacles);
      cache.set(line, free);
    }
    lines.add(Math.round(findInterval(free, at) < 0 ? tight : line));
  }
  const sorted = [...lines].sort((a, b) => a - b);
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] ?? 0) > 3);
}

function bucketObstacles(obstacles: Obstacle[]): Map<number, Obstacle[]> {
  const buckets = new Map<number, Obstacle[]>();
  for (const obstacle of obstacles.sort((a, b) => a.from - b.from)) {
    const last = Math.floor((obstacle.end + clearance) / bucketSize);
    for (let index = Math.floor((obstacle.start - clearance) / bucketSize); index <= last; index++) {
      const list = buckets.get(index);
      if (list === undefined) buckets.set(index, [obstacle]);
      else list.push(obstacle);
    }
  }
  return buckets;
}

function gridLines(lines: number[], obstacles: Map<number, Obstacle[]>): GridLines {
  const free = lines.map((line) => freeIntervals(line, obstacles));
  const firstId: number[] = [];
  let count = 0;
  for (const intervals of free) {
    firstId.push(count);
    count += intervals.length / 2;
  }
  return { lines, free, firstId };
}

function freeIntervals(line: number, obstacles: Map<number, Obstacle[]>): Intervals {
  const free: number[] = [];
  let from = -Infinity;
  for (const obstacle of obstacles.get(Math.floor(line / bucketSize)) ?? []) {
    if (line <= obstacle.start - clearance || line >= obstacle.end + clearance) continue;
    if (obstacle.from - clearance >= from) free.push(from, obstacle.from - clearance);
    from = Math.max(from, obstacle.to + clearance);
  }
  free.push(from, Infinity);
  return free;
}
