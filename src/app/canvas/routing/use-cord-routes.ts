/** The routes of a scene's cords, computed again only when its geometry changes. */

import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scene } from '../render/scene.ts';
import { SpatialIndex } from '../viewport/spatial-index.ts';
import { indexRoutes, type Routes, routeCords } from './cord-router.ts';

/** The routes of all cords and their spatial index. */
export type CordRoutes = { routes: Routes; cordIndex: SpatialIndex<string> };

/** Of so many widgets the cards are shown before their cords: to route those takes longer than a frame. */
const shownBefore = 200;

const noRoutes: CordRoutes = { routes: new Map(), cordIndex: new SpatialIndex([]) };

/** Routes all cords of a scene. Returns the same object while no card and no cord moved. */
export function useCordRoutes(scene: Scene): CordRoutes {
  const isAwaited = useFirstFrame(scene.widgets.size >= shownBefore);
  const [route] = useState(createRouting);
  return useMemo(() => (isAwaited ? noRoutes : route(scene)), [route, scene, isAwaited]);
}

/** Routes a scene, or gives the routes of the one before where nothing has moved since. */
function createRouting() {
  let last: { scene: Scene; cordRoutes: CordRoutes } | null = null;
  return (scene: Scene): CordRoutes => {
    const isSame = last !== null && isSameGeometry(last.scene, scene);
    const cordRoutes = last !== null && isSame ? last.cordRoutes : routesOf(scene);
    last = { scene, cordRoutes };
    return cordRoutes;
  };
}

function routesOf(scene: Scene): CordRoutes {
  const boxes = [...scene.widgets.values()].map(({ box }) => box);
  const routes = routeCords(boxes, [...scene.cords.values()]);
  return { routes, cordIndex: indexRoutes(routes) };
}

/** Whether the first frame is still to be shown, where the page waits for it. */
function useFirstFrame(isWanted: boolean): boolean {
  const [isAwaited, setAwaited] = useState(isWanted);
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // At once: what else waits for the first frame, such as the findings, comes after the cords.
      timer = setTimeout(() => flushSync(() => setAwaited(false)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isAwaited]);
  return isAwaited;
}

function isSameGeometry(a: Scene, b: Scene): boolean {
  if (a.cords === b.cords && a.widgetIndex === b.widgetIndex) return true;
  if (a.widgets.size !== b.widgets.size || a.cords.size !== b.cords.size) return false;
  for (const [id, { box }] of b.widgets) {
    const before = a.widgets.get(id)?.box;
    if (before === undefined || before.x !== box.x || before.y !== box.y) return false;
    if (before.width !== box.width || before.height !== box.height) return false;
  }
  for (const [id, cord] of b.cords) {
    const before = a.cords.get(id);
    if (before === undefined || before.to !== cord.to || before.x0 !== cord.x0) return false;
  }
  return true;
}
