/** Orthogonal routing of all cords: a route for each through the free space, then edge nudging so that none overlap. Pure. */

import { type Box, inflate } from '../box.ts';
import { SpatialIndex } from '../viewport/spatial-index.ts';
import { nudgeEdges } from './edge-nudging.ts';
import { FreeSpace } from './free-space.ts';
import {
  arrivalLength,
  type Endpoints,
  findOrthogonalRoute,
  type RouteShape,
  type SegmentCoordinates,
} from './orthogonal-router.ts';

/** A cord to be routed, by its id and the ids of its widgets. */
export type UnroutedCord = Endpoints & { id: string; from: string; outlet: string; to: string };

/** A routed cord; `isFallback` when cards leave no route, so that it is drawn across them. */
export type Route = UnroutedCord & { segments: SegmentCoordinates; isFallback: boolean };

/** Routes by cord id. */
export type Routes = ReadonlyMap<string, Route>;

/** Routes every cord of `cords` between `boxes`. */
export function routeCords(boxes: readonly Box[], cords: readonly UnroutedCord[]): Routes {
  return rerouteCords(new FreeSpace(boxes), cords, []);
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

/** The corners of a route as [x, y], from the jack to the tip of the arrowhead, 2 above the inlet. */
export function routePolyline({ segments, x0, y0, y1 }: RouteShape): [number, number][] {
  const points: [number, number][] = [[x0, y0]];
  let y = y0;
  for (let index = 1; index < segments.length; index += 2) {
    const row = segments[index] ?? y;
    points.push([segments[index - 1] ?? x0, row], [segments[index + 1] ?? x0, row]);
    y = row;
  }
  points.push([segments.at(-1) ?? x0, y1 - 2]);
  return points;
}

/** A spatial index of all segments: a long cord round a corner is not hit in the empty middle of its bounding box. */
export function indexRoutes(routes: Routes): SpatialIndex<string> {
  const index = new SpatialIndex<string>();
  for (const [id, route] of routes) {
    const points = routePolyline(route);
    points.forEach(([x, y], position) => {
      const [fromX, fromY] = points[position - 1] ?? [x, y];
      const segment = {
        x: Math.min(fromX, x),
        y: Math.min(fromY, y),
        width: Math.abs(x - fromX),
        height: Math.abs(y - fromY),
      };
      if (position > 0) index.add(id, inflate(segment, 8));
    });
  }
  return index;
}

/** The simplest shape, whatever lies under it: for endpoints between which no route is free, as with overlapping cards. */
function fallbackSegments({ x0, y0, x1, y1 }: Endpoints): SegmentCoordinates {
  if (y1 - arrivalLength >= y0 + 14) return x0 === x1 ? [x0] : [x0, Math.round((y0 + y1) / 2), x1];
  const side = x1 > x0 ? Math.max(x0, x1) + 140 : Math.min(x0, x1) - 140;
  return [x0, y0 + 20, side, y1 - arrivalLength, x1];
}
