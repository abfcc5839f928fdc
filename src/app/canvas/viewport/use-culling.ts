/**
 * Viewport culling: mounts the widgets and cords in view and around it. Many at once are mounted in batches,
 * one per frame, nearest to the middle first; until then the raster layer shows them.
 */

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStoreApi } from 'reactflow';
import type { Box } from '../box.ts';
import type { Scene } from '../render/scene.ts';
import type { Routes } from '../routing/cord-router.ts';
import { cullingBox, isCovered, isOversized, nextMountBatch } from './culling.ts';
import { type LevelOfDetail, levelOfDetailAt } from './level-of-detail.ts';
import type { SpatialIndex } from './spatial-index.ts';
import { type ScreenSize, type Viewport, viewportOf } from './viewport.ts';

/** The ids of what is mounted as elements, and how much of a card is drawn. */
export type MountedElements = {
  widgets: ReadonlySet<string>;
  cords: ReadonlySet<string>;
  levelOfDetail: LevelOfDetail;
};

/** Size of a batch per frame while the viewport moves, and of the first one when the scene changed. */
const batchWhileMoving = 8;
const batchAtRest = 90;

const none: ReadonlySet<string> = new Set();

/** The ids to mount at the moment. Renders again only when they or the level of detail change. */
export function useCulling(
  scene: Scene,
  routes: Routes,
  cordIndex: SpatialIndex<string>,
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
    return mountNextBatch(empty, cullingBox(initial, screen), scene, routes, cordIndex, batchAtRest).mounted;
  });
  const current = useRef(mounted);

  /** True when all is mounted. */
  const mountBatch = useEffectEvent((batchSize: number): boolean => {
    const viewport = viewportOf(store.getState().transform);
    const detail = levelOfDetailAt(viewport.zoom);
    const before = current.current;
    let isComplete = true;
    if (detail === 'block') {
      area.current = null;
      if (before.levelOfDetail === 'block' && before.widgets.size === 0) return true;
      current.current = { widgets: none, cords: none, levelOfDetail: detail };
    } else {
      const wanted = isAreaCurrent(area.current, viewport, screen)
        ? area.current
        : cullingBox(viewport, screen);
      area.current = wanted;
      const next = mountNextBatch(
        { ...before, levelOfDetail: detail },
        wanted,
        scene,
        routes,
        cordIndex,
        batchSize,
      );
      current.current = next.mounted;
      isComplete = next.isComplete;
    }
    if (!isEqualMounted(before, current.current)) setMounted(current.current);
    return isComplete;
  });

  useEffect(() => {
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform === before.transform || frame.current !== 0) return;
      const viewport = viewportOf(state.transform);
      const detail = levelOfDetailAt(viewport.zoom);
      const isSettled =
        detail === current.current.levelOfDetail &&
        (detail === 'block' || isAreaCurrent(area.current, viewport, screen));
      if (!isSettled) inFrames(frame, () => mountBatch(batchWhileMoving));
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [store, screen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scene or screen size makes culling run again
  useLayoutEffect(() => {
    area.current = null;
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    if (!mountBatch(batchAtRest)) inFrames(frame, () => mountBatch(batchWhileMoving));
  }, [scene, routes, screen]);

  return mounted;
}

/** Takes a step in each frame until one says that it was the last. */
function inFrames(frame: { current: number }, step: () => boolean): void {
  frame.current = requestAnimationFrame(() => {
    frame.current = 0;
    if (!step()) inFrames(frame, step);
  });
}

/** True while what is mounted for `area` is all that the viewport needs, and not much more. */
function isAreaCurrent(area: Box | null, viewport: Viewport, screen: ScreenSize): area is Box {
  return area !== null && isCovered(area, viewport, screen) && !isOversized(area, viewport, screen);
}

function mountNextBatch(
  before: MountedElements,
  area: Box,
  scene: Scene,
  routes: Routes,
  cordIndex: SpatialIndex<string>,
  batchSize: number,
): { mounted: MountedElements; isComplete: boolean } {
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const widgets = nextMountBatch(before.widgets, scene.widgetIndex.search(area), batchSize, (id) => {
    const box = scene.widgets.get(id)?.box;
    return box === undefined ? 0 : Math.abs(box.x + box.width / 2 - middle.x) + Math.abs(box.y - middle.y);
  });
  const cords = nextMountBatch(before.cords, cordIndex.search(area), 2 * batchSize, (id) => {
    const route = routes.get(id);
    return route === undefined ? 0 : Math.abs(route.x0 - middle.x) + Math.abs(route.y0 - middle.y);
  });
  return {
    mounted: { widgets: widgets.ids, cords: cords.ids, levelOfDetail: before.levelOfDetail },
    isComplete: widgets.isComplete && cords.isComplete,
  };
}

function isEqualMounted(a: MountedElements, b: MountedElements): boolean {
  return (
    a.levelOfDetail === b.levelOfDetail && isEqualSet(a.widgets, b.widgets) && isEqualSet(a.cords, b.cords)
  );
}

function isEqualSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}
