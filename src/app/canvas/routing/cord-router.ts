/** Orthogonal routing of all cords: a route for each through the free space, then edge nudging so that none overlap. Pure. */

import { type Box, inflate } from '../box.ts';
import { SpatialIndex } from '../viewport/spatial-index.ts';
import { nudgeEdges } from './edge-nudging.ts';
import { clearance, FreeSpace } from './free-space.ts';
import {
  arrivalLength,
  arrowheadGap,
  type Endpoints,
  findOrthogonalRoute,
  type RouteShape,
  routeCost,
  type SegmentCoordinates,
} from './orthogonal-router.ts';
import { type SharedLane, sharedLanes, spreadSharedLanes } from './shared-lanes.ts';

/** A cord to be routed, by its id and the ids of its widgets. */
export type UnroutedCord = Endpoints & { id: string; from: string; outlet: string; to: string };

/** A routed cord; `isFallback` when cards leave no route, so that it is drawn across them. */
export type Route = UnroutedCord & { segments: SegmentCoordinates; isFallback: boolean };

/** Routes by cord id. */
export type Routes = ReadonlyMap<string, Route>;

/** How often cords that share a lane are given another way. */
const maxRounds = 8;
/** A cord that is rerouted keeps at least this distance from the stretch that it leaves. */
const leastSpacing = 4;

/**
 * Routes every cord of `cords` between `boxes`. Where a gap is too narrow for all of its cords, so that nudging leaves
 * two on one line, one of them is routed again with that stretch of the line as an obstacle (rip-up and reroute).
 */
export function routeCords(boxes: readonly Box[], cords: readonly UnroutedCord[]): Routes {
  const space = new FreeSpace(boxes);
  const shapes = new Map(cords.map((cord) => [cord.id, findOrthogonalRoute(space, cord)]));
  const avoided = new Map<string, Box[]>();
  let best = nudgedRoutes(space, cords, shapes);
  let shared = sharedLanes(best.values());
  for (let round = 0; round < maxRounds && shared.length > 0; round++) {
    if (!rerouteShared(boxes, shared, shapes, avoided)) break;
    const routes = nudgedRoutes(space, cords, shapes);
    const left = sharedLanes(routes.values());
    if (left.length < shared.length) best = routes;
    shared = left;
  }
  return best;
}

type Shapes = Map<string, SegmentCoordinates | null>;

/** Gives one cord of each pair another shape, the one with the smaller detour. False when no cord has another way. */
function rerouteShared(
  boxes: readonly Box[],
  shared: readonly SharedLane<Route>[],
  shapes: Shapes,
  avoided: Map<string, Box[]>,
): boolean {
  const rerouted = new Set<string>();
  for (const { one, other, where } of shared) {
    if (rerouted.has(one.id) || rerouted.has(other.id)) continue;
    const ways = [one, other].flatMap((route) => {
      if (route.isFallback) return [];
      const obstacles = [...(avoided.get(route.id) ?? []), inflate(where, leastSpacing - clearance)];
      const segments = findOrthogonalRoute(new FreeSpace([...boxes, ...obstacles]), route);
      if (segments === null) return [];
      const detour = routeCost({ ...route, segments }) - routeCost(route);
      return [{ id: route.id, segments, obstacles, detour }];
    });
    const way = ways.sort((a, b) => a.detour - b.detour)[0];
    if (way === undefined) continue;
    shapes.set(way.id, way.segments);
    avoided.set(way.id, way.obstacles);
    rerouted.add(way.id);
  }
  return rerouted.size > 0;
}

function nudgedRoutes(space: FreeSpace, cords: readonly UnroutedCord[], shapes: Shapes): Map<string, Route> {
  const routes = cords.map((cord): Route => {
    const shape = shapes.get(cord.id) ?? null;
    return {
      ...cord,
      segments: shape === null ? fallbackSegments(cord) : [...shape],
      isFallback: shape === null,
    };
  });
  nudgeEdges(space, routes);
  spreadSharedLanes(space, routes);
  return new Map(routes.map((route) => [route.id, route]));
}

/**
 * Routes `cords` while `fixed` routes stay as they are: cords of dragged cards follow the pointer, the others
 * do not move until the gesture ends.
 */
export function rerouteCords(
  space: FreeSpace,
  cords: readonly UnroutedCord[],
  fixed: readonly RouteShape[],
): Routes {
  const routes = cords.map((cord): Route => {
    const segments = findOrthogonalRoute(space, cord);
    return { ...cord, segments: segments ?? fallbackSegments(cord), isFallback: segments === null };
  });
  nudgeEdges(space, routes, fixed);
  return new Map(routes.map((route) => [route.id, route]));
}

/** Routes that ignore cards: for cords that are too many to be routed while they move. */
export function fallbackRoutes(cords: readonly UnroutedCord[]): Route[] {
  return cords.map((cord) => ({ ...cord, segments: fallbackSegments(cord), isFallback: true }));
}

/** The corners of a route as [x, y], from the jack to the tip of the arrowhead, above the inlet. */
export function routePolyline({ segments, x0, y0, y1 }: RouteShape): [number, number][] {
  const points: [number, number][] = [[x0, y0]];
  let y = y0;
  for (let index = 1; index < segments.length; index += 2) {
    const row = segments[index] ?? y;
    points.push([segments[index - 1] ?? x0, row], [segments[index + 1] ?? x0, row]);
    y = row;
  }
  points.push([segments.at(-1) ?? x0, y1 - arrowheadGap]);
  return points;
}

/** A spatial index of all segments: a long cord round a corner is not hit in the empty middle of its bounding box. */
export function indexRoutes(routes: Routes): SpatialIndex<string> {
  const index = new SpatialIndex<string>();
  for (const [id, route] of routes) for (const box of segmentBoxes(route)) index.add(id, inflate(box, 8));
  return index;
}

/** The boxes of a route's segments, each without width or without height. */
export function segmentBoxes(route: RouteShape): Box[] {
  const points = routePolyline(route);
  return points.slice(1).map(([x, y], position) => {
    const [fromX, fromY] = points[position] ?? [x, y];
    const [left, top] = [Math.min(fromX, x), Math.min(fromY, y)];
    return { x: left, y: top, width: Math.abs(x - fromX), height: Math.abs(y - fromY) };
  });
}

/** The simplest shape, whatever lies under it: for endpoints between which no route is free, as with overlapping cards. */
function fallbackSegments({ x0, y0, x1, y1 }: Endpoints): SegmentCoordinates {
  if (y1 - arrivalLength >= y0 + 14) return x0 === x1 ? [x0] : [x0, Math.round((y0 + y1) / 2), x1];
  const side = x1 > x0 ? Math.max(x0, x1) + 140 : Math.min(x0, x1) - 140;
  return [x0, y0 + 20, side, y1 - arrivalLength, x1];
}
