/**
 * Orthogonal connector routing of one cord: A* with a bend penalty over the free space between cards, after
 * Wybrow, Marriott and Stuckey, "Orthogonal Connector Routing" (Graph Drawing 2009). Unlike there, a search
 * node is a whole free interval of a line beside a card and not a point, which keeps the graph small; and the
 * common shapes with three and five segments are tried before a search is made.
 */

import { clearance, type FreeSpace, findInterval, type GridLines, lowerBound } from './free-space.ts';
import { PriorityQueue } from './priority-queue.ts';

/** Where a cord begins (a jack) and ends (an inlet), in canvas units. It is vertical, downward, at both. */
export type Endpoints = { x0: number; y0: number; x1: number; y1: number };

/**
 * A route as the fixed coordinate of each segment, vertical and horizontal in turn: x of the first vertical
 * segment, y of the first horizontal one … and x of the last vertical segment. An odd number of values; one
 * value is a straight cord.
 */
export type SegmentCoordinates = number[];

/** The course of a route. `to` is the target widget: segments that end at the same inlet may merge there. */
export type RouteShape = Endpoints & { to: string; segments: SegmentCoordinates };

/** What a bend costs, in canvas units of length. */
const bendPenalty = 48;
/** Least length of the first segment, below the jack. */
const minStub = 14;
/** Length of the last segment, which holds the arrowhead and the corner above it. */
export const arrivalLength = 20;
/** The tip of the arrowhead stops this far above the inlet. */
export const arrowheadGap = 2;
/** A route with five segments that is longer than the direct distance by more than this is left to the search. */
const maxDetour = 640;
/** Nodes that a search expands at most: more than the lines of a thousand cards have free intervals. */
const maxExpansions = 20_000;

/**
 * A reached interval, as a node of the search: of a row at `line` (a y) entered at `at` (an x), or of a column
 * the other way round. `cost` is A*'s g, `estimate` its f.
 */
type SearchNode = {
  isRow: boolean;
  line: number;
  from: number;
  to: number;
  at: number;
  cost: number;
  estimate: number;
  isGoal: boolean;
  parent: SearchNode | null;
};

/** The segments from jack to inlet; null when cards lie so close that there is no route. */
export function findOrthogonalRoute(space: FreeSpace, endpoints: Endpoints): SegmentCoordinates | null {
  const { x0, y0, x1, y1 } = endpoints;
  const start = space.freeColumn(x0, y0 + clearance);
  const end = space.freeColumn(x1, y1 - clearance);
  if (start === null || end === null) return null;
  if (x0 === x1 && y1 > y0 && start[1] >= y1 - clearance) return [x0];
  return (
    threeSegmentRoute(space, endpoints, start[1], end[0]) ??
    fiveSegmentRoute(space, endpoints, start[1], end[0]) ??
    searchRoute(space, endpoints, start[1], end[0])
  );
}

/** The length of a route with its bends, as the search compares routes. */
export function routeCost({ segments, y0, y1 }: RouteShape): number {
  const arrival = Math.abs(y1 - (segments.at(-2) ?? y0));
  const length = segments.reduce(
    (sum, at, index) => sum + Math.abs(at - (segments[index - 2] ?? (index === 1 ? y0 : at))),
    arrival,
  );
  return length + (segments.length - 1) * bendPenalty;
}

/** Down, across, down: one row that is visible from both ends. `bottom` and `top` limit the two columns. */
function threeSegmentRoute(
  space: FreeSpace,
  { x0, y0, x1, y1 }: Endpoints,
  bottom: number,
  top: number,
): SegmentCoordinates | null {
  const { lines, free } = space.rows;
  const last = Math.min(bottom, y1 - arrivalLength);
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
 * Down, across, along a column, across, down: by the nearest column that is visible from a row below the jack
 * and from a row above the inlet. Null when that column lies so far off that more bends may be better.
 */
function fiveSegmentRoute(
  space: FreeSpace,
  { x0, y0, x1, y1 }: Endpoints,
  bottom: number,
  top: number,
): SegmentCoordinates | null {
  const leaving = reachableRows(space.rows, y0 + minStub, bottom, x0, 1);
  const arriving = reachableRows(space.rows, y1 - arrivalLength, top, x1, -1);
  let best: SegmentCoordinates | null = null;
  let leastCost = Math.abs(x1 - x0) + maxDetour;
  for (const first of leaving) {
    for (const last of arriving) {
      const x = nearestColumn(space.columns, first, last, x0, x1);
      if (x === null) continue;
      const cost =
        Math.abs(x - x0) + Math.abs(x - x1) + Math.abs(first.y - y0) / 8 + Math.abs(y1 - last.y) / 8;
      if (cost >= leastCost) continue;
      leastCost = cost;
      best = [x0, first.y, x, last.y, x1];
    }
  }
  return best;
}

type Row = { y: number; from: number; to: number };

/** The first few rows that cross the column at `x`, starting at `from` towards `limit`. */
function reachableRows(
  { lines, free }: GridLines,
  from: number,
  limit: number,
  x: number,
  direction: 1 | -1,
): Row[] {
  const rows: Row[] = [];
  let index = direction === 1 ? lowerBound(lines, from) : lowerBound(lines, from + 0.1) - 1;
  for (; rows.length < 3; index += direction) {
    const y = lines[index];
    if (y === undefined || (limit - y) * direction < 0) break;
    const intervals = free[index] ?? [];
    const found = findInterval(intervals, x);
    if (found >= 0) rows.push({ y, from: intervals[found] ?? x, to: intervals[found + 1] ?? x });
  }
  return rows;
}

/** The column with the shortest detour that is visible from both rows and free between them. */
function nearestColumn(
  { lines, free }: GridLines,
  first: Row,
  last: Row,
  x0: number,
  x1: number,
): number | null {
  const from = Math.max(first.from, last.from);
  const to = Math.min(first.to, last.to);
  const [low, high] = first.y < last.y ? [first.y, last.y] : [last.y, first.y];
  const isFree = (index: number) => {
    const intervals = free[index] ?? [];
    const found = findInterval(intervals, low);
    return found >= 0 && high <= (intervals[found + 1] ?? 0);
  };
  const start = lowerBound(lines, x0);
  const towards = x1 >= x0 ? 1 : -1;
  let best: number | null = null;
  for (const direction of [towards, -towards]) {
    for (let index = direction === 1 ? start : start - 1; ; index += direction) {
      const x = lines[index];
      if (x === undefined || x < from || x > to) break;
      const length = Math.abs(x - x0) + Math.abs(x - x1);
      if (best !== null && length >= Math.abs(best - x0) + Math.abs(best - x1)) {
        if ((x - x1) * direction > 0) break;
        continue;
      }
      if (length > Math.abs(x1 - x0) + maxDetour) break;
      if (isFree(index)) best = x;
    }
  }
  return best;
}

/** The A* search, for any number of segments. */
function searchRoute(
  space: FreeSpace,
  endpoints: Endpoints,
  bottom: number,
  top: number,
): SegmentCoordinates | null {
  const { x0, y0, x1, y1 } = endpoints;
  const open = new PriorityQueue<SearchNode>();
  const bestCost = new Map<number, number>();
  const visit = (node: SearchNode, id: number) => {
    const known = bestCost.get(id);
    if (known !== undefined && known <= node.cost) return;
    bestCost.set(id, node.cost);
    open.push(node);
  };
  const start: SearchNode = {
    isRow: false,
    line: x0,
    from: y0 + minStub,
    to: bottom,
    at: y0,
    cost: 0,
    estimate: 0,
    isGoal: false,
    parent: null,
  };
  expandNode(space.rows, start, endpoints, visit);
  for (let expansions = 0; expansions < maxExpansions; expansions++) {
    const node = open.pop();
    if (node === undefined) return null;
    if (node.isGoal) return reconstructRoute(node, x0);
    if (node.isRow) {
      if (node.from <= x1 && x1 <= node.to && node.line >= top && node.line <= y1 - arrivalLength) {
        const cost = node.cost + Math.abs(node.at - x1) + bendPenalty + (y1 - node.line);
        open.push({ ...node, isRow: false, line: x1, cost, estimate: cost, isGoal: true, parent: node });
      }
      expandNode(space.columns, node, endpoints, visit);
    } else expandNode(space.rows, node, endpoints, visit);
  }
  return null;
}

/**
 * Visits every interval of the other direction that crosses `node`. The heuristic is the Manhattan distance to
 * the inlet and the bends that are needed at least, so that it never overestimates.
 */
function expandNode(
  grid: GridLines,
  node: SearchNode,
  { x1, y1 }: Endpoints,
  visit: (node: SearchNode, id: number) => void,
) {
  for (let index = lowerBound(grid.lines, node.from); index < grid.lines.length; index++) {
    const line = grid.lines[index] ?? 0;
    if (line > node.to) return;
    const intervals = grid.free[index] ?? [];
    const found = findInterval(intervals, node.line);
    if (found < 0) continue;
    const cost = node.cost + Math.abs(line - node.at) + bendPenalty;
    const isRow = !node.isRow;
    const [x, y] = isRow ? [node.line, line] : [line, node.line];
    const bends = isRow ? (y <= y1 - arrivalLength ? 1 : 3) : 2;
    visit(
      {
        isRow,
        line,
        from: intervals[found] ?? 0,
        to: intervals[found + 1] ?? 0,
        at: node.line,
        cost,
        estimate: cost + Math.abs(x - x1) + Math.abs(y - y1) + bends * bendPenalty,
        isGoal: false,
        parent: node,
      },
      2 * ((grid.firstId[index] ?? 0) + found / 2) + (isRow ? 1 : 0),
    );
  }
}

function reconstructRoute(goal: SearchNode, x0: number): SegmentCoordinates {
  const segments: SegmentCoordinates = [];
  for (let node: SearchNode | null = goal; node !== null; node = node.parent) segments.push(node.line);
  segments[segments.length - 1] = x0;
  return segments.reverse();
}
