/** Stretches on which two routed cords lie on one line: finding them, and moving segments to free positions. */

import type { Box } from '../box.ts';
import type { FreeSpace } from './free-space.ts';
import { movableSegments } from './nudging-segments.ts';
import { arrowheadGap, type RouteShape } from './orthogonal-router.ts';

/** Two routes on one line, and where: a box without width or without height. */
export type SharedLane<R extends RouteShape = RouteShape> = { one: R; other: R; where: Box };

/** Lines closer than this are one line on the screen; a shared part that is no longer than this is a crossing. */
const tolerance = 1;

type Run<R> = { route: R; isColumn: boolean; line: number; from: number; to: number; isArrival: boolean };

/** Every shared lane of `routes`. The last segments of cords into one inlet may merge. */
export function sharedLanes<R extends RouteShape>(routes: Iterable<R>): SharedLane<R>[] {
  const [columns, rows]: [Run<R>[], Run<R>[]] = [[], []];
  for (const route of routes) for (const run of runsOf(route)) (run.isColumn ? columns : rows).push(run);
  return [
    ...sharedRuns(columns, (x, y, height) => ({ x, y, width: 0, height })),
    ...sharedRuns(rows, (y, x, width) => ({ x, y, width, height: 0 })),
  ];
}

/**
 * Moves segments of routes that share a lane, in place, each to a position in its gap at which its route shares less.
 * Edge nudging leaves such where the order that has the fewest crossings is impossible.
 */
export function spreadSharedLanes(space: FreeSpace, routes: readonly RouteShape[]): void {
  for (const { one, other } of sharedLanes(routes)) {
    for (const route of [one, other]) spread(space, route, routes);
  }
}

function spread(space: FreeSpace, route: RouteShape, routes: readonly RouteShape[]): void {
  const others = routes.flatMap((other) => (other === route ? [] : runsOf(other)));
  let least = countShared(runsOf(route), others);
  for (const axis of ['row', 'column'] as const) {
    for (const { index, low, high } of movableSegments(space, route, axis)) {
      if (least === 0) return;
      let best = route.segments[index] ?? 0;
      for (const position of positions(low, high, best)) {
        route.segments[index] = position;
        const count = countShared(runsOf(route), others);
        if (count < least) [best, least] = [position, count];
        if (least === 0) break;
      }
      route.segments[index] = best;
    }
  }
}

/** Positions to try, the nearest first, at most some dozens. */
function positions(low: number, high: number, from: number): number[] {
  const step = Math.max(1.5, (high - low) / 24);
  const count = Math.floor((high - low) / step);
  return Array.from({ length: count + 1 }, (_, nth) => Math.round(2 * (low + nth * step)) / 2).sort(
    (a, b) => Math.abs(a - from) - Math.abs(b - from),
  );
}

function countShared(own: readonly Run<RouteShape>[], others: readonly Run<RouteShape>[]): number {
  let count = 0;
  for (const run of others) for (const mine of own) if (isShared(mine, run)) count++;
  return count;
}

function runsOf<R extends RouteShape>(route: R): Run<R>[] {
  const { segments, y0, y1 } = route;
  return segments.map((line, index) => {
    const before = segments[index - 1] ?? y0;
    const after = segments[index + 1] ?? y1 - arrowheadGap;
    return {
      route,
      isColumn: index % 2 === 0,
      line,
      from: Math.min(before, after),
      to: Math.max(before, after),
      isArrival: index === segments.length - 1,
    };
  });
}

function isShared<R extends RouteShape>(one: Run<R>, other: Run<R>): boolean {
  if (Math.abs(one.line - other.line) >= tolerance || one.isColumn !== other.isColumn) return false;
  if (one.route === other.route) return false;
  if (one.isArrival && other.isArrival && one.route.to === other.route.to) return false;
  return Math.min(one.to, other.to) - Math.max(one.from, other.from) > tolerance;
}

/** A sweep over the runs of one direction by their lines. */
function sharedRuns<R extends RouteShape>(
  runs: Run<R>[],
  box: (line: number, from: number, length: number) => Box,
): SharedLane<R>[] {
  const found: SharedLane<R>[] = [];
  runs.sort((a, b) => a.line - b.line);
  let first = 0;
  runs.forEach((run, index) => {
    while (run.line - (runs[first]?.line ?? run.line) >= tolerance) first++;
    for (const other of runs.slice(first, index)) {
      if (!isShared(run, other)) continue;
      const from = Math.max(run.from, other.from);
      const where = box((run.line + other.line) / 2, from, Math.min(run.to, other.to) - from);
      found.push({ one: other.route, other: run.route, where });
    }
  });
  return found;
}
