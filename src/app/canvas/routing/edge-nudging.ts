/**
 * Gives every run of every cord a lane of its own: runs that share a gap are put in the order that
 * crosses least and spaced out, as far as the gap allows.
 */

import type { FreeSpace } from './free-space.ts';
import { arrivalLength, type Endpoints, type SegmentCoordinates } from './orthogonal-router.ts';

/** A cord on its way. `to` is the inlet: runs that end at the same one may join there. */
export type RouteShape = Endpoints & { to: string; segments: SegmentCoordinates };

const spacing = 16;
const minStub = 14;
/** Room for fewer lanes than this is made larger at the expense of stubs. */
const narrow = 24;
/** Runs whose ends come this close to each other count as side by side. */
const minOverlap = 8;

/** A run of a way: turn `index`, from `a` to `b` along its line. `towards` say where the runs at a and b lead, -1 or 1. */
type Segment = {
  way: RouteShape;
  index: number;
  a: number;
  b: number;
  atA: number;
  atB: number;
  low: number;
  high: number;
  wish: number;
  at: number;
  fixed: boolean;
  /** Runs above and below this one in the longest pile it lies in. */
  above: number;
  below: number;
  neighbours: number[];
};

/** Moves the turns of `ways` onto lanes. The turns of `standing` stay where they are and are kept clear of. */
export function nudgeEdges(
  space: FreeSpace,
  ways: readonly RouteShape[],
  standing: readonly RouteShape[] = [],
): void {
  for (const axis of ['column', 'row', 'column'] as const) {
    const loose: Segment[] = [];
    const fixed: Segment[] = [];
    for (const way of ways) collectSegments(space, way, axis, false, loose, fixed);
    if (loose.length === 0) continue;
    for (const way of standing) collectSegments(space, way, axis, true, loose, fixed);
    separateSegments([...loose, ...withinReach(fixed, loose)]);
    for (const run of loose) run.way.segments[run.index] = Math.round(run.at * 2) / 2;
  }
}

/** Those of `fixed` that lie where one of `loose` might come to lie. */
function withinReach(fixed: Segment[], loose: readonly Segment[]): Segment[] {
  const band = 40;
  const bands = new Set<number>();
  for (const { low, high } of loose) {
    for (let at = Math.floor((low - spacing) / band); at <= Math.floor((high + spacing) / band); at++)
      bands.add(at);
  }
  return fixed.filter(({ at }) => bands.has(Math.floor(at / band)));
}

function collectSegments(
  space: FreeSpace,
  way: RouteShape,
  axis: 'row' | 'column',
  standing: boolean,
  loose: Segment[],
  held: Segment[],
): void {
  const { segments: turns, x0, y0, x1, y1 } = way;
  for (let index = axis === 'row' ? 1 : 0; index < turns.length; index += 2) {
    const line = turns[index] ?? 0;
    const begin = turns[index - 1] ?? y0;
    const finish = turns[index + 1] ?? y1;
    const before = turns[index - 2] ?? (index === 1 ? y0 : x0);
    const after = turns[index + 2] ?? (index === turns.length - 2 ? y1 : x1);
    const forward = begin <= finish;
    const [a, b] = forward ? [begin, finish] : [finish, begin];
    const [atA, atB] = forward ? [before, after] : [after, before];
    const ends = axis === 'column' && (index === 0 || index === turns.length - 1);
    const fixed = standing || ends;
    const [low, high] = fixed ? [line, line] : nudgeLimits(space, way, axis, index, line, a, b);
    (fixed ? held : loose).push({
      way,
      index,
      a,
      b,
      low,
      high,
      at: line,
      fixed,
      atA: Math.sign(atA - line),
      atB: Math.sign(atB - line),
      wish: fixed ? line : preferredPosition(way, axis, index, line, low, high),
      above: 0,
      below: 0,
      neighbours: [],
    });
  }
}

function nudgeLimits(
  space: FreeSpace,
  way: RouteShape,
  axis: 'row' | 'column',
  index: number,
  line: number,
  a: number,
  b: number,
): [number, number] {
  const [low, high] = space.nudgeRange(axis, line, a, b);
  if (axis === 'column') return [low, high];
  const leaves = index === 1;
  const arrives = index === way.segments.length - 2;
  const within = (below: number, above: number): [number, number] => [
    leaves ? Math.max(low, way.y0 + below) : low,
    arrives ? Math.min(high, way.y1 - above) : high,
  ];
  const [top, bottom] = within(minStub, arrivalLength);
  // In a narrow gap lanes of their own matter more than long stubs.
  const [least, most] = bottom - top < narrow ? within(minStub / 2, arrivalLength / 2) : [top, bottom];
  return [Math.min(least, line), Math.max(most, line)];
}

/** Where a run would lie if it were alone. */
function preferredPosition(
  way: RouteShape,
  axis: 'row' | 'column',
  index: number,
  line: number,
  low: number,
  high: number,
): number {
  const middle = (low + high) / 2;
  if (axis === 'column') return high - low <= 160 ? middle : line;
  const leaves = index === 1;
  const arrives = index === way.segments.length - 2;
  if (leaves && arrives) return high - low <= 60 ? middle : low + 6;
  if (leaves) return Math.min(low + 6, high);
  if (arrives) return Math.max(high - 2, low);
  return high - low <= 120 ? middle : line;
}

function separateSegments(runs: Segment[]): void {
  runs.sort((one, other) => one.low - other.low);
  const upper: number[][] = runs.map(() => []);
  const active: number[] = [];
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as Segment;
    let kept = 0;
    for (const each of active) {
      const other = runs[each] as Segment;
      if (other.high + spacing < run.low) continue;
      active[kept++] = each;
      if (!mayOverlap(other, run)) continue;
      other.neighbours.push(index);
      run.neighbours.push(each);
      const order = run.fixed || other.fixed ? other.wish - run.wish : compareOrder(other, run);
      if (order < 0) upper[index]?.push(each);
      else if (order > 0) upper[each]?.push(index);
    }
    active.length = kept;
    active.push(index);
  }
  assignPositions(runs, topologicalRanks(runs, upper));
}

/** True when the two could come to lie on one lane. */
function mayOverlap(one: Segment, other: Segment): boolean {
  if (one.fixed && other.fixed) return false;
  if (one.way === other.way) return false;
  if (one.a > other.b + minOverlap || other.a > one.b + minOverlap) return false;
  // Two that meet head on above the same inlet make one clean junction.
  return one.way.to !== other.way.to || (one.b > other.a + 1 && other.b > one.a + 1);
}

/** Negative when `one` should lie before (above, left of) `other`, judged by the crossings of either order. */
function compareOrder(one: Segment, other: Segment): number {
  return (
    countCrossings(one, other) - countCrossings(other, one) ||
    one.wish - other.wish ||
    one.way.y1 - other.way.y1
  );
}

function countCrossings(upper: Segment, lower: Segment): number {
  let count = 0;
  if (upper.atA > 0 && inside(upper.a, lower)) count++;
  if (upper.atB > 0 && inside(upper.b, lower)) count++;
  if (lower.atA < 0 && inside(lower.a, upper)) count++;
  if (lower.atB < 0 && inside(lower.b, upper)) count++;
  for (const [end, leads] of [
    [upper.a, upper.atA],
    [upper.b, upper.atB],
  ] as const) {
    if (leads <= 0) continue;
    if (lower.atA < 0 && Math.abs(end - lower.a) < minOverlap) count += 10;
    if (lower.atB < 0 && Math.abs(end - lower.b) < minOverlap) count += 10;
  }
  return count;
}

function inside(at: number, run: Segment): boolean {
  return at > run.a + 0.5 && at < run.b - 0.5;
}

/** The order of all runs in which each comes after those that lie above it; circles are cut at the smallest wish. */
function topologicalRanks(runs: Segment[], upper: number[][]): number[] {
  const waiting = upper.map((list) => list.length);
  const lower: number[][] = runs.map(() => []);
  upper.forEach((list, index) => {
    for (const each of list) lower[each]?.push(index);
  });
  const byWish = runs.map((_, index) => index).sort((a, b) => (runs[a]?.wish ?? 0) - (runs[b]?.wish ?? 0));
  const ranks = new Array<number>(runs.length).fill(-1);
  const ready = byWish.filter((index) => waiting[index] === 0);
  let count = 0;
  let taken = 0;
  let cut = 0;
  while (count < runs.length) {
    let next = ready[taken++];
    while (next === undefined) {
      const candidate = byWish[cut++] ?? 0;
      if (ranks[candidate] === -1) next = candidate;
    }
    if (ranks[next] !== -1) continue;
    ranks[next] = count++;
    for (const each of lower[next] ?? []) {
      waiting[each] = (waiting[each] ?? 0) - 1;
      if (waiting[each] === 0 && ranks[each] === -1) ready.push(each);
    }
  }
  return ranks;
}

/** Positions from the order: pushed down from above, then back up from below, with what space there is. */
function assignPositions(runs: Segment[], ranks: number[]): void {
  const order = ranks.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const isAbove = (each: number, index: number) => (ranks[each] ?? 0) < (ranks[index] ?? 0);
  const reversed = [...order].reverse();
  for (const index of order) {
    const run = runs[index];
    for (const each of run?.neighbours ?? []) {
      const other = runs[each];
      if (run && other && !other.fixed && isAbove(each, index))
        run.above = Math.max(run.above, other.above + 1);
    }
  }
  for (const index of reversed) {
    const run = runs[index];
    for (const each of run?.neighbours ?? []) {
      const other = runs[each];
      if (run && other && !other.fixed && !isAbove(each, index))
        run.below = Math.max(run.below, other.below + 1);
    }
  }
  for (const index of order) place(runs, index, (each) => isAbove(each, index), 1);
  for (const index of reversed) place(runs, index, (each) => !isAbove(each, index), -1);
}

function place(runs: Segment[], index: number, counts: (each: number) => boolean, direction: 1 | -1): void {
  const run = runs[index];
  if (run === undefined || run.fixed) return;
  let at = direction === 1 ? Math.min(Math.max(run.wish, run.low), run.high) : Math.min(run.at, run.high);
  for (const each of run.neighbours) {
    const other = runs[each];
    if (other === undefined || !counts(each)) continue;
    const gap = Math.min(spacingOf(run), spacingOf(other));
    at = direction === 1 ? Math.max(at, other.at + gap) : Math.min(at, other.at - gap);
  }
  run.at = direction === 1 ? at : Math.max(at, run.low);
}

function spacingOf(run: Segment): number {
  const pile = run.above + run.below;
  return run.fixed || pile === 0 ? spacing : Math.min(spacing, (run.high - run.low) / pile);
}
