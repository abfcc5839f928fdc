/**
 * Edge nudging: moves segments that share a gap between cards apart, in the order with the fewest crossings.
 * It is the last step of Wybrow, Marriott and Stuckey, "Orthogonal Connector Routing" (Graph Drawing 2009);
 * positions come from two sweeps instead of a constraint solver, which is enough for the few segments of a gap.
 */

import type { FreeSpace } from './free-space.ts';
import { type Segment, segmentsOf } from './nudging-segments.ts';
import type { RouteShape } from './orthogonal-router.ts';

/** Distance between neighbouring segments, in canvas units, where the gap has room for it. */
const spacing = 16;
/** Segments whose ends come this close to each other count as side by side. */
const minOverlap = 8;

/** Nudges the segments of `routes` in place. Those of `fixed` routes stay where they are and are kept clear of. */
export function nudgeEdges(
  space: FreeSpace,
  routes: readonly RouteShape[],
  fixed: readonly RouteShape[] = [],
): void {
  for (const axis of ['column', 'row', 'column'] as const) {
    const movable: Segment[] = [];
    const obstacles: Segment[] = [];
    for (const route of routes) segmentsOf(space, route, axis, false, movable, obstacles);
    if (movable.length === 0) continue;
    for (const route of fixed) segmentsOf(space, route, axis, true, movable, obstacles);
    separateSegments([...movable, ...withinReach(obstacles, movable)]);
    for (const segment of movable)
      segment.route.segments[segment.index] = Math.round(segment.position * 2) / 2;
  }
}

/** Those of `obstacles` that lie where one of `movable` might be placed. */
function withinReach(obstacles: Segment[], movable: readonly Segment[]): Segment[] {
  const bandSize = 40;
  const bands = new Set<number>();
  for (const { low, high } of movable) {
    const last = Math.floor((high + spacing) / bandSize);
    for (let band = Math.floor((low - spacing) / bandSize); band <= last; band++) bands.add(band);
  }
  return obstacles.filter(({ position }) => bands.has(Math.floor(position / bandSize)));
}

/** Finds which segments compete for the same space by a sweep over their ranges, orders them and places them. */
function separateSegments(segments: Segment[]): void {
  segments.sort((one, other) => one.low - other.low);
  const predecessors: number[][] = segments.map(() => []);
  const active: number[] = [];
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] as Segment;
    let kept = 0;
    for (const otherIndex of active) {
      const other = segments[otherIndex] as Segment;
      if (other.high + spacing < segment.low) continue;
      active[kept++] = otherIndex;
      if (!mayOverlap(other, segment)) continue;
      other.neighbours.push(index);
      segment.neighbours.push(otherIndex);
      const order =
        segment.isFixed || other.isFixed ? other.preferred - segment.preferred : compareOrder(other, segment);
      if (order < 0) predecessors[index]?.push(otherIndex);
      else if (order > 0) predecessors[otherIndex]?.push(index);
    }
    active.length = kept;
    active.push(index);
  }
  assignPositions(segments, topologicalRanks(segments, predecessors));
}

/** True when the two could be placed on the same line side by side. */
function mayOverlap(one: Segment, other: Segment): boolean {
  if (one.isFixed && other.isFixed) return false;
  if (one.route === other.route) return false;
  if (one.start > other.end + minOverlap || other.start > one.end + minOverlap) return false;
  // Two that meet end to end above the same inlet make one clean junction.
  return one.route.to !== other.route.to || (one.end > other.start + 1 && other.end > one.start + 1);
}

/** Negative when `one` should lie before (above, left of) `other`, judged by the crossings of either order. */
function compareOrder(one: Segment, other: Segment): number {
  return (
    countCrossings(one, other) - countCrossings(other, one) ||
    one.preferred - other.preferred ||
    one.route.y1 - other.route.y1
  );
}

/** The crossings when `upper` lies before `lower`; overlapping ends count ten times. */
function countCrossings(upper: Segment, lower: Segment): number {
  let count = 0;
  if (upper.startBend > 0 && isInside(upper.start, lower)) count++;
  if (upper.endBend > 0 && isInside(upper.end, lower)) count++;
  if (lower.startBend < 0 && isInside(lower.start, upper)) count++;
  if (lower.endBend < 0 && isInside(lower.end, upper)) count++;
  for (const [end, bend] of [
    [upper.start, upper.startBend],
    [upper.end, upper.endBend],
  ] as const) {
    if (bend <= 0) continue;
    if (lower.startBend < 0 && Math.abs(end - lower.start) < minOverlap) count += 10;
    if (lower.endBend < 0 && Math.abs(end - lower.end) < minOverlap) count += 10;
  }
  return count;
}

function isInside(at: number, segment: Segment): boolean {
  return at > segment.start + 0.5 && at < segment.end - 0.5;
}

/**
 * Topological sort (Kahn's algorithm): the rank of each segment, after all of its predecessors. A cycle is
 * broken at the smallest preferred position.
 */
function topologicalRanks(segments: Segment[], predecessors: number[][]): number[] {
  const inDegrees = predecessors.map((list) => list.length);
  const successors: number[][] = segments.map(() => []);
  predecessors.forEach((list, index) => {
    for (const predecessor of list) successors[predecessor]?.push(index);
  });
  const byPreference = segments
    .map((_, index) => index)
    .sort((a, b) => (segments[a]?.preferred ?? 0) - (segments[b]?.preferred ?? 0));
  const ranks = new Array<number>(segments.length).fill(-1);
  const ready = byPreference.filter((index) => inDegrees[index] === 0);
  let count = 0;
  let nextReady = 0;
  let nextPreferred = 0;
  while (count < segments.length) {
    let next = ready[nextReady++];
    while (next === undefined) {
      const candidate = byPreference[nextPreferred++] ?? 0;
      if (ranks[candidate] === -1) next = candidate;
    }
    if (ranks[next] !== -1) continue;
    ranks[next] = count++;
    for (const successor of successors[next] ?? []) {
      inDegrees[successor] = (inDegrees[successor] ?? 0) - 1;
      if (inDegrees[successor] === 0 && ranks[successor] === -1) ready.push(successor);
    }
  }
  return ranks;
}

/** Positions in order of rank: a forward sweep pushes segments down, a backward sweep up again into the free range. */
function assignPositions(segments: Segment[], ranks: number[]): void {
  const order = ranks.map((_, index) => index).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const isBefore = (one: number, other: number) => (ranks[one] ?? 0) < (ranks[other] ?? 0);
  const reversed = [...order].reverse();
  for (const index of order) {
    const segment = segments[index];
    for (const neighbour of segment?.neighbours ?? []) {
      const other = segments[neighbour];
      if (segment && other && !other.isFixed && isBefore(neighbour, index))
        segment.depthBefore = Math.max(segment.depthBefore, other.depthBefore + 1);
    }
  }
  for (const index of reversed) {
    const segment = segments[index];
    for (const neighbour of segment?.neighbours ?? []) {
      const other = segments[neighbour];
      if (segment && other && !other.isFixed && !isBefore(neighbour, index))
        segment.depthAfter = Math.max(segment.depthAfter, other.depthAfter + 1);
    }
  }
  for (const index of order) placeSegment(segments, index, (other) => isBefore(other, index), 1);
  for (const index of reversed) placeSegment(segments, index, (other) => !isBefore(other, index), -1);
}

function placeSegment(
  segments: Segment[],
  index: number,
  isRelevant: (neighbour: number) => boolean,
  direction: 1 | -1,
): void {
  const segment = segments[index];
  if (segment === undefined || segment.isFixed) return;
  let position =
    direction === 1
      ? Math.min(Math.max(segment.preferred, segment.low), segment.high)
      : Math.min(segment.position, segment.high);
  for (const neighbour of segment.neighbours) {
    const other = segments[neighbour];
    if (other === undefined || !isRelevant(neighbour)) continue;
    const gap = Math.min(spacingOf(segment), spacingOf(other));
    position =
      direction === 1 ? Math.max(position, other.position + gap) : Math.min(position, other.position - gap);
  }
  segment.position = direction === 1 ? position : Math.max(position, segment.low);
}

function spacingOf(segment: Segment): number {
  const depth = segment.depthBefore + segment.depthAfter;
  return segment.isFixed || depth === 0 ? spacing : Math.min(spacing, (segment.high - segment.low) / depth);
}
