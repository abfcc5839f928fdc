/** Finds the way of one cord through the free space: as few bends as can be, then as short as can be. */

import { clearance, type FreeSpace, firstFrom, intervalAt, type Lines } from './free-space.ts';

/** Where a cord begins (a jack) and ends (an inlet). Both runs there are vertical, downward. */
export type Ends = { x0: number; y0: number; x1: number; y1: number };

/**
 * A way as turns: x of the first vertical run, y of the first horizontal one, x of the next vertical …
 * and x of the last vertical run. An odd number of values; one value is a straight cord.
 */
export type Turns = number[];

const bend = 48;
const stub = 14;
/** The last run holds the arrow and the corner above it. */
export const landing = 20;
/** How many units longer than the straight line a way round may be before a search is made. */
const detour = 640;
const patience = 600;

/** A run that has been reached: on a row at `line` entered at `at` (an x), or on a column the other way round. */
type Reached = {
  row: boolean;
  line: number;
  from: number;
  to: number;
  at: number;
  cost: number;
  guess: number;
  goal: boolean;
  parent: Reached | null;
};

/** The turns of the way from jack to inlet; null when cards lie so close that there is none. */
export function findWay(space: FreeSpace, ends: Ends): Turns | null {
  const { x0, y0, x1, y1 } = ends;
  const start = space.columnAt(x0, y0 + clearance);
  const end = space.columnAt(x1, y1 - clearance);
  if (start === null || end === null) return null;
  if (x0 === x1 && y1 > y0 && start[1] >= y1 - clearance) return [x0];
  return (
    directWay(space, ends, start[1], end[0]) ??
    roundWay(space, ends, start[1], end[0]) ??
    searchWay(space, ends, start[1], end[0])
  );
}

/** Down, across, down: one row that both ends see. */
function directWay(space: FreeSpace, { x0, y0, x1, y1 }: Ends, reach: number, top: number): Turns | null {
  const { lines, free } = space.rows;
  const last = Math.min(reach, y1 - landing);
  for (let index = firstFrom(lines, Math.max(y0 + stub, top)); index < lines.length; index++) {
    const y = lines[index] ?? 0;
    if (y > last) return null;
    const intervals = free[index] ?? [];
    const found = intervalAt(intervals, x0);
    if (found >= 0 && x1 >= (intervals[found] ?? 0) && x1 <= (intervals[found + 1] ?? 0)) return [x0, y, x1];
  }
  return null;
}

/**
 * Down, across, along a column, across, down: by the nearest column that both a row below the jack and a row
 * above the inlet see. Null when that column lies so far off that more bends may be better.
 */
function roundWay(space: FreeSpace, { x0, y0, x1, y1 }: Ends, reach: number, top: number): Turns | null {
  const leaving = rowsOf(space.rows, y0 + stub, reach, x0, 1);
  const arriving = rowsOf(space.rows, y1 - landing, top, x1, -1);
  let best: Turns | null = null;
  let least = Math.abs(x1 - x0) + detour;
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
function rowsOf({ lines, free }: Lines, from: number, limit: number, x: number, step: 1 | -1): Row[] {
  const rows: Row[] = [];
  let index = step === 1 ? firstFrom(lines, from) : firstFrom(lines, from + 0.1) - 1;
  for (; rows.length < 3; index += step) {
    const y = lines[index];
    if (y === undefined || (limit - y) * step < 0) break;
    const intervals = free[index] ?? [];
    const found = intervalAt(intervals, x);
    if (found >= 0) rows.push({ y, from: intervals[found] ?? x, to: intervals[found + 1] ?? x });
  }
  return rows;
}

/** The column that lengthens the way least, seen from both rows and free between them. */
function nearestColumn({ lines, free }: Lines, out: Row, back: Row, x0: number, x1: number): number | null {
  const from = Math.max(out.from, back.from);
  const to = Math.min(out.to, back.to);
  const [low, high] = out.y < back.y ? [out.y, back.y] : [back.y, out.y];
  const isFree = (index: number) => {
    const intervals = free[index] ?? [];
    const found = intervalAt(intervals, low);
    return found >= 0 && high <= (intervals[found + 1] ?? 0);
  };
  const start = firstFrom(lines, x0);
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
      if (extra > Math.abs(x1 - x0) + detour) break;
      if (isFree(index)) best = x;
    }
  }
  return best;
}

function searchWay(space: FreeSpace, ends: Ends, reach: number, top: number): Turns | null {
  const { x0, y0, x1, y1 } = ends;
  const open = new Heap();
  const best = new Map<number, number>();
  const offer = (next: Reached, key: number) => {
    const known = best.get(key);
    if (known !== undefined && known <= next.cost) return;
    best.set(key, next.cost);
    open.push(next);
  };
  const first: Reached = {
    row: false,
    line: x0,
    from: y0 + stub,
    to: reach,
    at: y0,
    cost: 0,
    guess: 0,
    goal: false,
    parent: null,
  };
  expand(space.rows, first, ends, offer);
  for (let step = 0; step < patience; step++) {
    const reached = open.pop();
    if (reached === undefined) return null;
    if (reached.goal) return turnsOf(reached, x0);
    if (reached.row) {
      if (reached.from <= x1 && x1 <= reached.to && reached.line >= top && reached.line <= y1 - landing) {
        const cost = reached.cost + Math.abs(reached.at - x1) + bend + (y1 - reached.line);
        open.push({ ...reached, row: false, line: x1, cost, guess: cost, goal: true, parent: reached });
      }
      expand(space.columns, reached, ends, offer);
    } else expand(space.rows, reached, ends, offer);
  }
  return null;
}

/** Offers every run of the other direction that crosses `run`. */
function expand(lines: Lines, run: Reached, { x1, y1 }: Ends, offer: (next: Reached, key: number) => void) {
  for (let index = firstFrom(lines.lines, run.from); index < lines.lines.length; index++) {
    const line = lines.lines[index] ?? 0;
    if (line > run.to) return;
    const intervals = lines.free[index] ?? [];
    const found = intervalAt(intervals, run.line);
    if (found < 0) continue;
    const cost = run.cost + Math.abs(line - run.at) + bend;
    const row = !run.row;
    const [x, y] = row ? [run.line, line] : [line, run.line];
    const bends = row ? (y <= y1 - landing ? 1 : 3) : 2;
    offer(
      {
        row,
        line,
        from: intervals[found] ?? 0,
        to: intervals[found + 1] ?? 0,
        at: run.line,
        cost,
        guess: cost + Math.abs(x - x1) + Math.abs(y - y1) + bends * bend,
        goal: false,
        parent: run,
      },
      2 * ((lines.first[index] ?? 0) + found / 2) + (row ? 1 : 0),
    );
  }
}

function turnsOf(goal: Reached, x0: number): Turns {
  const turns: Turns = [];
  for (let run: Reached | null = goal; run !== null; run = run.parent) turns.push(run.line);
  turns[turns.length - 1] = x0;
  return turns.reverse();
}

/** Smallest guess first. */
class Heap {
  #items: Reached[] = [];

  push(item: Reached): void {
    const items = this.#items;
    let index = items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.guess <= item.guess) break;
      items[index] = above;
      index = parent;
    }
    items[index] = item;
  }

  pop(): Reached | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const right = items[child + 1];
      if (right !== undefined && right.guess < (items[child]?.guess ?? 0)) child++;
      const least = items[child];
      if (least === undefined || least.guess >= last.guess) break;
      items[index] = least;
      index = child;
    }
    items[index] = last;
    return top;
  }
}
