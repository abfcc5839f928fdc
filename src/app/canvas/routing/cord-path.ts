/** A route as SVG path data, and geometry along it. Corners are cubic Bézier curves. */

import type { Point } from '#flow/definition.ts';
import { type Route, routePolyline } from './cord-router.ts';

const cornerRadius = 14;
/** Control points at this share of the radius give a quarter circle closely enough. */
const bezierRatio = 0.55;
/** The line ends where the arrowhead begins. */
const arrowheadLength = 4;

export type CordPath = {
  line: string;
  arrow: string;
  /** Dash array of the casing: none for 8 after the jack and none on the last segment, so that junctions stay whole. */
  casing: string;
};

const paths = new WeakMap<Route, CordPath>();

/** What is drawn of a route; memoized for each route object. */
export function cordPath(route: Route): CordPath {
  const cached = paths.get(route);
  if (cached !== undefined) return cached;
  const points = routePolyline(route);
  const { x1, y1 } = route;
  const { line, lead } = trace(points);
  const path = {
    line,
    arrow: `M${x1 - 3.6} ${y1 - 8.2}h7.2L${x1} ${y1 - 2.2}z`,
    casing: `0 8 ${Math.max(0, lead - 8)} 99999`,
  };
  paths.set(route, path);
  return path;
}

/** Path data along `corners`, rounded. Neighbouring corners must differ in one coordinate only. */
export function roundedPath(corners: readonly Corner[]): string {
  return trace(corners).line;
}

/** The path data, and its length up to where the last corner begins to curve (34 before the end when there is none). */
function trace(all: readonly Corner[]): { line: string; lead: number } {
  const corners = all.filter(
    (point, index) => index === 0 || manhattanDistance(all[index - 1] ?? point, point) > 0,
  );
  const [first, ...rest] = corners;
  if (first === undefined) return { line: '', lead: 0 };
  let line = `M${first[0]} ${first[1]}`;
  let from = first;
  let curved = 0;
  let lead = 0;
  rest.forEach((corner, index) => {
    const next = rest[index + 1];
    const length = manhattanDistance(from, corner);
    if (next === undefined) {
      line += `L${corner[0]} ${corner[1] - (corner[0] === from[0] ? arrowheadLength : 0)}`;
      if (index === 0) lead = length - 34;
      return;
    }
    const last = index + 2 === rest.length;
    const r = Math.min(
      cornerRadius,
      length / (index === 0 ? 1 : 2),
      manhattanDistance(corner, next) / (last ? 1.4 : 2),
    );
    const [ax, ay] = towards(corner, from, r);
    const [bx, by] = towards(corner, next, r);
    const [cx, cy] = towards(corner, from, r * (1 - bezierRatio));
    const [dx, dy] = towards(corner, next, r * (1 - bezierRatio));
    line += `L${ax} ${ay}C${cx} ${cy} ${dx} ${dy} ${bx} ${by}`;
    curved += length - r;
    lead = curved;
    curved += r * (Math.PI / 2 - 1);
    from = corner;
  });
  return { line, lead };
}

/** The middle of the longest segment of a route, where its toolbar has most room. Horizontal ones count half as long again. */
export function longestSegmentMiddle(route: Route): Point {
  const points = routePolyline(route);
  let best = { x: route.x0, y: (route.y0 + route.y1) / 2 };
  let longest = -1;
  for (let index = 1; index < points.length; index++) {
    const [from, to] = segmentAt(points, index);
    const length = manhattanDistance(from, to) * (from[1] === to[1] ? 1.5 : 1);
    if (length > longest) {
      longest = length;
      best = { x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 };
    }
  }
  return best;
}

/** The distance of a point from the nearest segment of a route, in canvas units. */
export function distanceToRoute(route: Route, x: number, y: number): number {
  const points = routePolyline(route);
  let least = Infinity;
  for (let index = 1; index < points.length; index++) {
    const [[ax, ay], [bx, by]] = segmentAt(points, index);
    const dx = Math.max(Math.min(ax, bx) - x, 0, x - Math.max(ax, bx));
    const dy = Math.max(Math.min(ay, by) - y, 0, y - Math.max(ay, by));
    least = Math.min(least, Math.hypot(dx, dy));
  }
  return least;
}

type Corner = readonly [number, number];

/** The corners of segment number `index`, from 1. */
function segmentAt(points: readonly Corner[], index: number): [Corner, Corner] {
  return [points[index - 1] ?? [0, 0], points[index] ?? [0, 0]];
}

function manhattanDistance(a: Corner, b: Corner): number {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
}

function towards(from: Corner, to: Corner, by: number): [number, number] {
  return [round(from[0] + Math.sign(to[0] - from[0]) * by), round(from[1] + Math.sign(to[1] - from[1]) * by)];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
