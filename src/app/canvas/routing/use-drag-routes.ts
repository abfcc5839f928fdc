/** Routes of the cords that hang on dragged cards, anew for each movement; all others stay as they lie. */

import { useMemo, useRef } from 'react';
import { type Box, boundingBox, inflate, type SpatialIndex } from '../box.ts';
import type { Gesture } from '../interaction/interaction-store.ts';
import { type Scene, unroutedCord } from '../render/scene.ts';
import { fallbackRoutes, type Route, type Routes, rerouteCords, type UnroutedCord } from './cord-router.ts';
import { FreeSpace } from './free-space.ts';

/** More cords than this are sketched while they move, and routed when they lie. */
const maxRoutedCords = 60;

export type DragRoutes = { routes: Routes; replaced: ReadonlySet<string> };

const nothing: DragRoutes = { routes: new Map(), replaced: new Set() };

export function useDragRoutes(
  scene: Scene,
  routes: Routes,
  cords: SpatialIndex<string>,
  gesture: Gesture | null,
): DragRoutes {
  const move = gesture?.kind === 'move' && !gesture.copy ? gesture : null;
  const ids = move?.ids ?? null;
  const start = useMemo(() => (ids === null ? null : dragStart(scene, ids)), [scene, ids]);
  const hidden = useRef(nothing.replaced);
  if (start === null) hidden.current = nothing.replaced;
  else if (hidden.current !== start.all) hidden.current = start.all;
  const delta = move?.delta;
  const live = useMemo(() => {
    if (start === null || delta === undefined) return nothing.routes;
    const moved = new Map<string, Box>();
    for (const id of start.ids) {
      const box = scene.widgets.get(id)?.box;
      if (box !== undefined) moved.set(id, { ...box, x: box.x + delta.x, y: box.y + delta.y });
    }
    const found = new Map<string, Route>();
    for (const id of start.inner) {
      const route = routes.get(id);
      if (route !== undefined) found.set(id, translateRoute(route, delta.x, delta.y));
    }
    const loose = start.outer.flatMap((id): UnroutedCord[] => {
      const end = scene.cords.get(id);
      return end === undefined
        ? []
        : [unroutedCord(scene.widgets, id, end.from, end.outlet, end.to, moved) ?? end];
    });
    if (loose.length > maxRoutedCords) {
      for (const route of fallbackRoutes(loose)) found.set(route.id, route);
      return found;
    }
    const reach = boundingBox(
      loose.map(({ x0, y0, x1, y1 }) => ({
        x: Math.min(x0, x1),
        y: Math.min(y0, y1),
        width: Math.abs(x1 - x0),
        height: Math.abs(y1 - y0),
      })),
    );
    const near =
      reach === null ? [] : [...cords.search(inflate(reach, 160))].filter((id) => !start.all.has(id));
    const standing = near.flatMap((id) => routes.get(id) ?? []);
    for (const [id, route] of rerouteCords(start.space, loose, standing)) found.set(id, route);
    return found;
  }, [start, delta, scene, routes, cords]);
  return { routes: live, replaced: hidden.current };
}

function dragStart(scene: Scene, ids: ReadonlySet<string>) {
  const boxes = [...scene.widgets.values()].filter(({ id }) => !ids.has(id)).map(({ box }) => box);
  const all = new Set([...ids].flatMap((id) => scene.cordsOfWidget.get(id) ?? []));
  const inner: string[] = [];
  const outer: string[] = [];
  for (const id of all) {
    const end = scene.cords.get(id);
    if (end !== undefined) (ids.has(end.from) && ids.has(end.to) ? inner : outer).push(id);
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
    turns: route.turns.map((turn, index) => turn + (index % 2 === 0 ? x : y)),
  };
}
