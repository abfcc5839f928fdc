/** Routes cords: orthogonal, through the gaps between cards, each on a lane of its own. Pure. */

import { type Box, inflate, SpatialIndex } from '../box.ts';
import { nudgeEdges, type RouteShape } from './edge-nudging.ts';
import { FreeSpace } from './free-space.ts';
import {
  arrivalLength,
  type Endpoints,
  findOrthogonalRoute,
  type SegmentCoordinates,
} from './orthogonal-router.ts';

/** A cord to be routed, by its id and the ids of its widgets. */
export type UnroutedCord = Endpoints & { id: string; from: string; outlet: string; to: string };

/** A routed cord; `turns` as in `find-way.ts`. `blind` when cards left no way and it was drawn across them. */
export type Route = UnroutedCord & { turns: SegmentCoordinates; isFallback: boolean };

export type Routes = ReadonlyMap<string, Route>;

/** Routes every cord of `cords` between `boxes`. */
export function routeCords(boxes: readonly Box[], cords: readonly UnroutedCord[]): Routes {
  return rerouteCords(new FreeSpace(boxes), cords, []);
}

/**
 * Routes `cords` while `standing` ones stay as they are: what is dragged follows the pointer, the rest
 * does not move until the gesture ends.
 */
export function rerouteCords(
  space: FreeSpace,
  cords: readonly UnroutedCord[],
  standing: readonly RouteShape[],
): Routes {
  const routes = cords.map((cord): Route => {
    const turns = findOrthogonalRoute(space, cord);
    return { ...cord, turns: turns ?? fallbackSegments(cord), isFallback: turns === null };
  });
  nudgeEdges(space, routes, standing);
  return new Map(routes.map((route) => [route.id, route]));
}

/** The plainest shapes, whatever lies under them: for cords that are too many to be routed while they move. */
export function fallbackRoutes(cords: readonly UnroutedCord[]): Route[] {
  return cords.map((cord) => ({ ...cord, turns: fallbackSegments(cord), blind: true }));
}

/** The corners of a route, from the jack to where the arrow's head ends 2 above the inlet. */
export function routePolyline({ segments: turns, x0, y0, y1 }: RouteShape): [number, number][] {
  const points: [number, number][] = [[x0, y0]];
  let y = y0;
  for (let index = 1; index < turns.length; index += 2) {
    const row = turns[index] ?? y;
    points.push([turns[index - 1] ?? x0, row], [turns[index + 1] ?? x0, row]);
    y = row;
  }
  points.push([turns.at(-1) ?? x0, y1 - 2]);
  return points;
}

/** Where each cord lies, run by run: a long cord round a corner is not met in the empty middle of its box. */
export function indexRoutes(routes: Routes): SpatialIndex<string> {
  const index = new SpatialIndex<string>();
  for (const [id, route] of routes) {
    const points = routePolyline(route);
    points.forEach(([x, y], nth) => {
      const [fromX, fromY] = points[nth - 1] ?? [x, y];
      const run = {
        x: Math.min(fromX, x),
        y: Math.min(fromY, y),
        width: Math.abs(x - fromX),
        height: Math.abs(y - fromY),
      };
      if (nth > 0) index.add(id, inflate(run, 8));
    });
  }
  return index;
}

/** Where no way is free, as between overlapping cards: the plainest shape, whatever lies under it. */
function fallbackSegments({ x0, y0, x1, y1 }: Endpoints): SegmentCoordinates {
  if (y1 - arrivalLength >= y0 + 14) return x0 === x1 ? [x0] : [x0, Math.round((y0 + y1) / 2), x1];
  const side = x1 > x0 ? Math.max(x0, x1) + 140 : Math.min(x0, x1) - 140;
  return [x0, y0 + 20, side, y1 - arrivalLength, x1];
}
