/** Finds the way of one cord through the free space: as few bends as can be, then as short as can be. */

import { clearance, type FreeSpace, findInterval, type GridLines, lowerBound } from './free-space.ts';

/** Where a cord begins (a jack) and ends (an inlet). Both runs there are vertical, downward. */
export type Endpoints = { x0: number; y0: number; x1: number; y1: number };

/**
 * A way as turns: x of the first vertical run, y of the first horizontal one, x of the next vertical …
 * and x of the last vertical run. An odd number of values; one value is a straight cord.
 */
export type SegmentCoordinates = number[];

const bendPenalty = 48;
const minStub = 14;
/** The last run holds the arrow and the corner above it. */
export const arrivalLength = 20;
/** How many units longer than the straight line a way round may be before a search is made. */
const maxDetour = 640;
const maxExpansions = 600;

/** A run that has been reached: on a row at `line` entered at `at` (an x), or on a column the other way round. */
type SearchNode = {
  row: boolean;
  line: number;
  from: number;
  to: number;
  at: number;
  cost: number;
  estimate: number;
  goal: boolean;
  parent: SearchNode | null;
};

/** The turns of the way from jack to inlet; null when cards lie so close that there is none. */
export function findOrthogonalRoute(space: FreeSpace, ends: Endpoints): SegmentCoordinates | null {
  const { x0, y0, x1, y1 } = ends;
  const start = space.freeColumn(x0, y0 + clearance);
  const end = space.freeColumn(x1, y1 - clearance);
  if (start === null || end === null) return null;
  if (x0 === x1 && y1 > y0 && start[1] >= y1 - clearance) return [x0];
  return (
    threeSegmentRoute(space, ends, start[1], end[0]) ??
    fiveSegmentRoute(space, ends, start[1], end[0]) ??
    searchRoute(space, ends, start[1], end[0])
  );
}

/** Down, across, down: one row that both ends see. */
function threeSegmentRoute(
  space: FreeSpace,
  { x0, y0, x1, y1 }: Endpoints,
  reach: number,
  top: number,
): SegmentCoordinates | null {
  const { lines, free } = space.rows;
  const last = Math.min(reach, y1 - arrivalLength);
  for (let index = lowerBound(lines, Math.max(y0 + minStub, top)); index < lines.length; index++) {
    const y = lines[index] ?? 0;
    if (y > last) return null;
    const intervals = free[index] ?? [];
    const found = findInterval(intervals, x0);
    if (found >= 0 && x1 >= (intervals[found] ?? 0) && x1 <= (intervals[found + 1] ?? 0)) return [x0, y, x1];
  }
  return null;
}

/**
 * Down, across, along a column, across, down: by the nearest column that both a row below the jack and a row
 * above the inlet see. Null when that column lies so far off that more bends may be better.
 */
function fiveSegmentRoute(
  space: FreeSpace,
  { x0, y0, x1, y1 }: Endpoints,
  reach: number,
  top: number,
): SegmentCoordinates | null {
  const leaving = reachableRows(space.rows, y0 + minStub, reach, x0, 1);
  const arriving = reachableRows(space.rows, y1 - arrivalLength, top, x1, -1);
  let best: SegmentCoordinates | null = null;
  let least = Math.abs(x1 - x0) + maxDetour;
  for (const out of leaving) {
    for (const back of arriving) {
      const x = nearestColumn(space.columns, out, back, x0, x1);
      if (x === null) continue;
      const cost = Math.abs(x - x0) + Math.abs(x - x1) + Math.abs(out.y - y0) / 8 + Math.abs(y1 - back.y) / 8;
      if (cost >= least) continue;
      least = cost;
      best = [x0, out.y, x, back.y, x1];
    }
  }
  return best;
}

type Row = { y: number; from: number; to: number };

/** The first few rows that cross the column at `x` from `from` on towards `limit`. */
function reachableRows(
  { lines, free }: GridLines,
  from: number,
  limit: number,
  x: number,
  step: 1 | -1,
): Row[] {
  const rows: Row[] = [];
  let index = step === 1 ? lowerBound(lines, from) : lowerBound(lines, from + 0.1) - 1;
  for (; rows.length < 3; index += step) {
    const y = lines[index];
    if (y === undefined || (limit - y) * step < 0) break;
    const intervals = free[index] ?? [];
    const found = findInterval(intervals, x);
    if (found >= 0) rows.push({ y, from: intervals[found] ?? x, to: intervals[found + 1] ?? x });
  }
  return rows;
}

/** The column that lengthens the way least, seen from both rows and free between them. */
function nearestColumn(
  { lines, free }: GridLines,
  out: Row,
  back: Row,
  x0: number,
  x1: number,
): number | null {
  const from = Math.max(out.from, back.from);
  const to = Math.min(out.to, back.to);
  const [low, high] = out.y < back.y ? [out.y, back.y] : [back.y, out.y];
  const isFree = (index: number) => {
    const intervals = free[index] ?? [];
    const found = findInterval(intervals, low);
    return found >= 0 && high <= (intervals[found + 1] ?? 0);
  };
  const start = lowerBound(lines, x0);
  const towards = x1 >= x0 ? 1 : -1;
  let best: number | null = null;
  for (const step of [towards, -towards]) {
    for (let index = step === 1 ? start : start - 1; ; index += step) {
      const x = lines[index];
      if (x === undefined || x < from || x > to) break;
      const extra = Math.abs(x - x0) + Math.abs(x - x1);
      if (best !== null && extra >= Math.abs(best - x0) + Math.abs(best - x1)) {
        if ((x - x1) * step > 0) break;
        continue;
      }
      if (extra > Math.abs(x1 - x0) + maxDetour) break;
      if (isFree(index)) best = x;
    }
  }
  return best;
}

function searchRoute(
  space: FreeSpace,
  ends: Endpoints,
  reach: number,
  top: number,
): SegmentCoordinates | null {
  const { x0, y0, x1, y1 } = ends;
  const open = new PriorityQueue();
  const best = new Map<number, number>();
  const offer = (next: SearchNode, key: number) => {
    const known = best.get(key);
    if (known !== undefined && known <= next.cost) return;
    best.set(key, next.cost);
    open.push(next);
  };
  const first: SearchNode = {
    row: false,
    line: x0,
    from: y0 + minStub,
    to: reach,
    at: y0,
    cost: 0,
    estimate: 0,
    goal: false,
    parent: null,
  };
  expandNode(space.rows, first, ends, offer);
  for (let step = 0; step < maxExpansions; step++) {
    const reached = open.pop();
    if (reached === undefined) return null;
    if (reached.goal) return reconstructRoute(reached, x0);
    if (reached.row) {
      if (
        reached.from <= x1 &&
        x1 <= reached.to &&
        reached.line >= top &&
        reached.line <= y1 - arrivalLength
      ) {
        const cost = reached.cost + Math.abs(reached.at - x1) + bendPenalty + (y1 - reached.line);
        open.push({ ...reached, row: false, line: x1, cost, estimate: cost, goal: true, parent: reached });
      }
      expandNode(space.columns, reached, ends, offer);
    } else expandNode(space.rows, reached, ends, offer);
  }
  return null;
}

/** Offers every run of the other direction that crosses `run`. */
function expandNode(
  lines: GridLines,
  run: SearchNode,
  { x1, y1 }: Endpoints,
  offer: (next: SearchNode, key: number) => void,
) {
  for (let index = lowerBound(lines.lines, run.from); index < lines.lines.length; index++) {
    const line = lines.lines[index] ?? 0;
    if (line > run.to) return;
    const intervals = lines.free[index] ?? [];
    const found = findInterval(intervals, run.line);
    if (found < 0) continue;
    const cost = run.cost + Math.abs(line - run.at) + bendPenalty;
    const row = !run.row;
    const [x, y] = row ? [run.line, line] : [line, run.line];
    const bends = row ? (y <= y1 - arrivalLength ? 1 : 3) : 2;
    offer(
      {
        row,
        line,
        from: intervals[found] ?? 0,
        to: intervals[found + 1] ?? 0,
        at: run.line,
        cost,
        estimate: cost + Math.abs(x - x1) + Math.abs(y - y1) + bends * bendPenalty,
        goal: false,
        parent: run,
      },
      2 * ((lines.firstId[index] ?? 0) + found / 2) + (row ? 1 : 0),
    );
  }
}

function reconstructRoute(goal: SearchNode, x0: number): SegmentCoordinates {
  const turns: SegmentCoordinates = [];
  for (let run: SearchNode | null = goal; run !== null; run = run.parent) turns.push(run.line);
  turns[turns.length - 1] = x0;
  return turns.reverse();
}

/** Smallest guess first. */
class PriorityQueue {
  #items: SearchNode[] = [];

  push(item: SearchNode): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.estimate <= item.estimate) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): SearchNode | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const right = items[child + 1];
      if (right !== undefined && right.estimate < (items[child]?.estimate ?? 0)) child++;
      const least = items[child];
      if (least === undefined || least.estimate >= last.estimate) break;
      items[index] = least;
      index = child;
    }
    items[index] = last;
    return top;
  }
}
