/** Incremental routing while cards are dragged: only their own cords are rerouted for each movement, all others stay. */

import { useMemo } from 'react';
import { type Box, boundingBox, inflate } from '../box.ts';
import type { Gesture } from '../interaction/interaction-store.ts';
import { type Scene, unroutedCord } from '../render/scene.ts';
import type { SpatialIndex } from '../viewport/spatial-index.ts';
import { fallbackRoutes, type Route, type Routes, rerouteCords, type UnroutedCord } from './cord-router.ts';
import { FreeSpace } from './free-space.ts';

/** More cords than this are drawn as straight fallbacks while they move, and routed when the drag ends. */
const maxRoutedCords = 60;

/** `replaced` are the cords whose own routes are not drawn meanwhile. */
export type DragRoutes = { routes: Routes; replaced: ReadonlySet<string> };

const nothing: DragRoutes = { routes: new Map(), replaced: new Set() };

/** The routes of the cords of dragged widgets; none while nothing is dragged. */
export function useDragRoutes(
  scene: Scene,
  routes: Routes,
  cordIndex: SpatialIndex<string>,
  gesture: Gesture | null,
): DragRoutes {
  const drag = gesture?.kind === 'translating' && !gesture.isCopy ? gesture : null;
  const ids = drag?.ids ?? null;
  const start = useMemo(() => (ids === null ? null : dragStart(scene, ids)), [scene, ids]);
  const delta = drag?.delta;
  const dragRoutes = useMemo(() => {
    if (start === null || delta === undefined) return nothing.routes;
    const moved = new Map<string, Box>();
    for (const id of start.ids) {
      const box = scene.widgets.get(id)?.box;
      if (box !== undefined) moved.set(id, { ...box, x: box.x + delta.x, y: box.y + delta.y });
    }
    const routed = new Map<string, Route>();
    for (const id of start.inner) {
      const route = routes.get(id);
      if (route !== undefined) routed.set(id, translateRoute(route, delta.x, delta.y));
    }
    const unrouted = start.outer.flatMap((id): UnroutedCord[] => {
      const cord = scene.cords.get(id);
      return cord === undefined
        ? []
        : [unroutedCord(scene.widgets, id, cord.from, cord.outlet, cord.to, moved) ?? cord];
    });
    if (unrouted.length > maxRoutedCords) {
      for (const route of fallbackRoutes(unrouted)) routed.set(route.id, route);
      return routed;
    }
    const area = boundingBox(
      unrouted.map(({ x0, y0, x1, y1 }) => ({
        x: Math.min(x0, x1),
        y: Math.min(y0, y1),
        width: Math.abs(x1 - x0),
        height: Math.abs(y1 - y0),
      })),
    );
    const near =
      area === null ? [] : [...cordIndex.search(inflate(area, 160))].filter((id) => !start.all.has(id));
    const fixed = near.flatMap((id) => routes.get(id) ?? []);
    for (const [id, route] of rerouteCords(start.space, unrouted, fixed)) routed.set(id, route);
    return routed;
  }, [start, delta, scene, routes, cordIndex]);
  return { routes: dragRoutes, replaced: start?.all ?? nothing.replaced };
}

/** What stays the same during a drag: its cords, inner ones between dragged widgets, and the free space between the others. */
function dragStart(scene: Scene, ids: ReadonlySet<string>) {
  const boxes = [...scene.widgets.values()].filter(({ id }) => !ids.has(id)).map(({ box }) => box);
  const all = new Set([...ids].flatMap((id) => scene.cordsOfWidget.get(id) ?? []));
  const inner: string[] = [];
  const outer: string[] = [];
  for (const id of all) {
    const cord = scene.cords.get(id);
    if (cord !== undefined) (ids.has(cord.from) && ids.has(cord.to) ? inner : outer).push(id);
  }
  return { ids, all, inner, outer, space: new FreeSpace(boxes) };
}

function translateRoute(route: Route, x: number, y: number): Route {
  return {
    ...route,
    x0: route.x0 + x,
    y0: route.y0 + y,
    x1: route.x1 + x,
    y1: route.y1 + y,
    segments: route.segments.map((coordinate, index) => coordinate + (index % 2 === 0 ? x : y)),
  };
}
