/** The segments of routes as edge nudging needs them: where each may lie, and where it would best lie alone. */

import type { FreeSpace } from './free-space.ts';
import { arrivalLength, type RouteShape } from './orthogonal-router.ts';

/** Least length of the first segment, below the jack. */
const minStub = 14;
/** Distance from cards that is kept in a narrow gap. */
const leastClearance = 3;
/** A range narrower than this is widened at the expense of the first and last segment. */
const narrowRange = 24;

/**
 * Segment number `index` of a route, from `start` to `end` along its line. `startBend` and `endBend` are the
 * directions, -1 or 1, of the segments that follow there; `low` and `high` the range in which it may be placed.
 */
export type Segment = {
  route: RouteShape;
  index: number;
  start: number;
  end: number;
  startBend: number;
  endBend: number;
  low: number;
  high: number;
  preferred: number;
  position: number;
  isFixed: boolean;
  /** Segments before and after this one in the longest chain of neighbours. */
  depthBefore: number;
  depthAfter: number;
  /** Indices of the segments that compete for the same space. */
  neighbours: number[];
};

/** Adds the segments of `route` on one axis to `movable`, and those that cannot move to `fixed`. */
export function segmentsOf(
  space: FreeSpace,
  route: RouteShape,
  axis: 'row' | 'column',
  isRouteFixed: boolean,
  movable: Segment[],
  fixed: Segment[],
): void {
  const { segments, x0, y0, x1, y1 } = route;
  for (let index = axis === 'row' ? 1 : 0; index < segments.length; index += 2) {
    const line = segments[index] ?? 0;
    const from = segments[index - 1] ?? y0;
    const to = segments[index + 1] ?? y1;
    const before = segments[index - 2] ?? (index === 1 ? y0 : x0);
    const after = segments[index + 2] ?? (index === segments.length - 2 ? y1 : x1);
    const isForward = from <= to;
    const [start, end] = isForward ? [from, to] : [to, from];
    const [atStart, atEnd] = isForward ? [before, after] : [after, before];
    const isTerminal = axis === 'column' && (index === 0 || index === segments.length - 1);
    const isFixed = isRouteFixed || isTerminal;
    const [low, high] = isFixed ? [line, line] : nudgeLimits(space, route, axis, index, line, start, end);
    (isFixed ? fixed : movable).push({
      route,
      index,
      start,
      end,
      low,
      high,
      position: line,
      isFixed,
      startBend: Math.sign(atStart - line),
      endBend: Math.sign(atEnd - line),
      preferred: isFixed ? line : preferredPosition(route, axis, index, line, low, high),
      depthBefore: 0,
      depthAfter: 0,
      neighbours: [],
    });
  }
}

/** The segments of `route` on one axis that can move, with the range in which they can. */
export function movableSegments(space: FreeSpace, route: RouteShape, axis: 'row' | 'column'): Segment[] {
  const movable: Segment[] = [];
  segmentsOf(space, route, axis, false, movable, []);
  return movable;
}

/** The lowest and highest position of a segment: clear of cards, and leaving room for stub and arrowhead. */
function nudgeLimits(
  space: FreeSpace,
  route: RouteShape,
  axis: 'row' | 'column',
  index: number,
  line: number,
  start: number,
  end: number,
): [number, number] {
  const range = space.nudgeRange(axis, line, start, end);
  // In a narrow gap separate segments matter more than their distance from the cards.
  const [low, high] =
    range[1] - range[0] < narrowRange ? space.nudgeRange(axis, line, start, end, leastClearance) : range;
  if (axis === 'column') return [low, high];
  const isFirst = index === 1;
  const isLast = index === route.segments.length - 2;
  const within = (stub: number, arrival: number): [number, number] => [
    isFirst ? Math.max(low, route.y0 + stub) : low,
    isLast ? Math.min(high, route.y1 - arrival) : high,
  ];
  const [top, bottom] = within(minStub, arrivalLength);
  // In a narrow gap separate segments matter more than long stubs.
  const [least, most] = bottom - top < narrowRange ? within(minStub / 2, arrivalLength / 2) : [top, bottom];
  return [Math.min(least, line), Math.max(most, line)];
}

/** Where a segment would lie if it were alone. */
function preferredPosition(
  route: RouteShape,
  axis: 'row' | 'column',
  index: number,
  line: number,
  low: number,
  high: number,
): number {
  const middle = (low + high) / 2;
  if (axis === 'column') return high - low <= 160 ? middle : line;
  const isFirst = index === 1;
  const isLast = index === route.segments.length - 2;
  if (isFirst && isLast) return high - low <= 60 ? middle : low + 6;
  if (isFirst) return Math.min(low + 6, high);
  if (isLast) return Math.max(high - 2, low);
  return high - low <= 120 ? middle : line;
}
