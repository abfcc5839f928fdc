/** Routes of the cords that hang on dragged cards, anew for each movement; all others stay as they lie. */

import { useMemo, useRef } from 'react';
import { around, type Box, type BoxIndex, grown } from './box-index.ts';
import { FreeSpace } from './free-space.ts';
import type { Gesture } from './hand.ts';
import { endsOf, type Scene } from './projection.ts';
import { type Loose, type Route, type Routes, routeAmong, sketchAll } from './route.ts';

/** More cords than this are sketched while they move, and routed when they lie. */
const routedAtMost = 60;

export type LiveRoutes = { routes: Routes; hidden: ReadonlySet<string> };

const nothing: LiveRoutes = { routes: new Map(), hidden: new Set() };

export function useLiveRoutes(
  scene: Scene,
  routes: Routes,
  cords: BoxIndex<string>,
  gesture: Gesture | null,
): LiveRoutes {
  const move = gesture?.kind === 'move' && !gesture.copy ? gesture : null;
  const ids = move?.ids ?? null;
  const start = useMemo(() => (ids === null ? null : startOf(scene, ids)), [scene, ids]);
  const hidden = useRef(nothing.hidden);
  if (start === null) hidden.current = nothing.hidden;
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
      if (route !== undefined) found.set(id, shifted(route, delta.x, delta.y));
    }
    const loose = start.outer.flatMap((id): Loose[] => {
      const end = scene.ends.get(id);
      return end === undefined ? [] : [endsOf(scene.widgets, id, end.from, end.outlet, end.to, moved) ?? end];
    });
    if (loose.length > routedAtMost) {
      for (const route of sketchAll(loose)) found.set(route.id, route);
      return found;
    }
    const reach = around(
      loose.map(({ x0, y0, x1, y1 }) => ({
        x: Math.min(x0, x1),
        y: Math.min(y0, y1),
        width: Math.abs(x1 - x0),
        height: Math.abs(y1 - y0),
      })),
    );
    const near =
      reach === null ? [] : [...cords.within(grown(reach, 160))].filter((id) => !start.all.has(id));
    const standing = near.flatMap((id) => routes.get(id) ?? []);
    for (const [id, route] of routeAmong(start.space, loose, standing)) found.set(id, route);
    return found;
  }, [start, delta, scene, routes, cords]);
  return { routes: live, hidden: hidden.current };
}

function startOf(scene: Scene, ids: ReadonlySet<string>) {
  const boxes = [...scene.widgets.values()].filter(({ id }) => !ids.has(id)).map(({ box }) => box);
  const all = new Set([...ids].flatMap((id) => scene.cordsAt.get(id) ?? []));
  const inner: string[] = [];
  const outer: string[] = [];
  for (const id of all) {
    const end = scene.ends.get(id);
    if (end !== undefined) (ids.has(end.from) && ids.has(end.to) ? inner : outer).push(id);
  }
  return { ids, all, inner, outer, space: new FreeSpace(boxes) };
}

function shifted(route: Route, x: number, y: number): Route {
  return {
    ...route,
    x0: route.x0 + x,
    y0: route.y0 + y,
    x1: route.x1 + x,
    y1: route.y1 + y,
    turns: route.turns.map((turn, index) => turn + (index % 2 === 0 ? x : y)),
  };
}
