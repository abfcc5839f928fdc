/**
 * What exists as elements: the widgets and cords in view and around it. Many at once are mounted a few per
 * frame, nearest to the middle first; until then the picture below shows them.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStoreApi } from 'reactflow';
import type { Box, SpatialIndex } from '../box.ts';
import type { Scene } from '../render/scene.ts';
import type { Routes } from '../routing/cord-router.ts';
import {
  cullingBox,
  isCovered,
  isOversized,
  type LevelOfDetail,
  levelOfDetailAt,
  nextMountBatch,
  type ScreenSize,
  type Viewport,
  viewportOf,
} from './viewport.ts';

export type MountedElements = {
  widgets: ReadonlySet<string>;
  cords: ReadonlySet<string>;
  levelOfDetail: LevelOfDetail;
};

/** How many join per frame while the view moves, and how many at once when it stands. */
const batchWhileMoving = 8;
const batchAtRest = 90;

const none: ReadonlySet<string> = new Set();

export function useCulling(
  scene: Scene,
  routes: Routes,
  cords: SpatialIndex<string>,
  screen: ScreenSize,
  initial: Viewport,
): MountedElements {
  const store = useStoreApi();
  const area = useRef<Box | null>(null);
  const frame = useRef(0);
  const [mounted, setMounted] = useState<MountedElements>(() => {
    const empty: MountedElements = {
      widgets: none,
      cords: none,
      levelOfDetail: levelOfDetailAt(initial.zoom),
    };
    if (empty.levelOfDetail === 'block') return empty;
    area.current = cullingBox(initial, screen);
    return mountNextBatch(empty, area.current, scene, routes, cords, batchAtRest).mounted;
  });
  const current = useRef(mounted);

  const mountBatch = useRef((_step: number): void => undefined);
  mountBatch.current = (step) => {
    frame.current = 0;
    const view = viewportOf(store.getState().transform);
    const detail = levelOfDetailAt(view.zoom);
    const before = current.current;
    if (detail === 'block') {
      area.current = null;
      if (before.levelOfDetail === 'block' && before.widgets.size === 0) return;
      current.current = { widgets: none, cords: none, levelOfDetail: detail };
    } else {
      const wanted = isAreaCurrent(area.current, view, screen) ? area.current : cullingBox(view, screen);
      area.current = wanted;
      const next = mountNextBatch({ ...before, levelOfDetail: detail }, wanted, scene, routes, cords, step);
      current.current = next.mounted;
      if (!next.done) frame.current = requestAnimationFrame(() => mountBatch.current(batchWhileMoving));
    }
    if (!isEqualMounted(before, current.current)) setMounted(current.current);
  };

  useEffect(() => {
    const stop = store.subscribe((state, before) => {
      if (state.transform === before.transform || frame.current !== 0) return;
      const view = viewportOf(state.transform);
      const detail = levelOfDetailAt(view.zoom);
      const settled =
        detail === current.current.levelOfDetail &&
        (detail === 'block' || isAreaCurrent(area.current, view, screen));
      if (!settled) frame.current = requestAnimationFrame(() => mountBatch.current(batchWhileMoving));
    });
    return () => {
      stop();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [store, screen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scene or screen is the reason to look again
  useLayoutEffect(() => {
    area.current = null;
    mountBatch.current(batchAtRest);
  }, [scene, routes, screen]);

  return mounted;
}

/** True while what is mounted for `area` is all that the view needs, and not much more. */
function isAreaCurrent(area: Box | null, view: Viewport, screen: ScreenSize): area is Box {
  return area !== null && isCovered(area, view, screen) && !isOversized(area, view, screen);
}

function mountNextBatch(
  before: MountedElements,
  area: Box,
  scene: Scene,
  routes: Routes,
  cords: SpatialIndex<string>,
  step: number,
): { mounted: MountedElements; done: boolean } {
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const widgets = nextMountBatch(before.widgets, scene.widgetIndex.search(area), step, (id) => {
    const box = scene.widgets.get(id)?.box;
    return box === undefined ? 0 : Math.abs(box.x + box.width / 2 - middle.x) + Math.abs(box.y - middle.y);
  });
  const drawn = nextMountBatch(before.cords, cords.search(area), 2 * step, (id) => {
    const route = routes.get(id);
    return route === undefined ? 0 : Math.abs(route.x0 - middle.x) + Math.abs(route.y0 - middle.y);
  });
  return {
    mounted: { widgets: widgets.ids, cords: drawn.ids, levelOfDetail: before.levelOfDetail },
    done: widgets.done && drawn.done,
  };
}

function isEqualMounted(a: MountedElements, b: MountedElements): boolean {
  return (
    a.levelOfDetail === b.levelOfDetail && isEqualSet(a.widgets, b.widgets) && isEqualSet(a.cords, b.cords)
  );
}

function isEqualSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const each of a) if (!b.has(each)) return false;
  return true;
}
