/**
 * What exists as elements: the widgets and cords in view and around it. Many at once are mounted a few per
 * frame, nearest to the middle first; until then the picture below shows them.
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStoreApi } from 'reactflow';
import type { Box, BoxIndex } from './box-index.ts';
import type { Scene } from './projection.ts';
import type { Routes } from './route.ts';
import {
  type Detail,
  detailAt,
  isCovered,
  isRoomy,
  mountBox,
  nextMounted,
  type Screen,
  type View,
  viewOf,
} from './visibility.ts';

export type Mounted = { widgets: ReadonlySet<string>; cords: ReadonlySet<string>; detail: Detail };

/** How many join per frame while the view moves, and how many at once when it stands. */
const perFrame = 8;
const atOnce = 90;

const none: ReadonlySet<string> = new Set();

export function useMounted(
  scene: Scene,
  routes: Routes,
  cords: BoxIndex<string>,
  screen: Screen,
  initial: View,
): Mounted {
  const store = useStoreApi();
  const area = useRef<Box | null>(null);
  const frame = useRef(0);
  const [mounted, setMounted] = useState<Mounted>(() => {
    const empty: Mounted = { widgets: none, cords: none, detail: detailAt(initial.zoom) };
    if (empty.detail === 'block') return empty;
    area.current = mountBox(initial, screen);
    return joined(empty, area.current, scene, routes, cords, atOnce).mounted;
  });
  const current = useRef(mounted);

  const pump = useRef((_step: number): void => undefined);
  pump.current = (step) => {
    frame.current = 0;
    const view = viewOf(store.getState().transform);
    const detail = detailAt(view.zoom);
    const before = current.current;
    if (detail === 'block') {
      area.current = null;
      if (before.detail === 'block' && before.widgets.size === 0) return;
      current.current = { widgets: none, cords: none, detail };
    } else {
      const wanted = isFitting(area.current, view, screen) ? area.current : mountBox(view, screen);
      area.current = wanted;
      const next = joined({ ...before, detail }, wanted, scene, routes, cords, step);
      current.current = next.mounted;
      if (!next.done) frame.current = requestAnimationFrame(() => pump.current(perFrame));
    }
    if (!isSame(before, current.current)) setMounted(current.current);
  };

  useEffect(() => {
    const stop = store.subscribe((state, before) => {
      if (state.transform === before.transform || frame.current !== 0) return;
      const view = viewOf(state.transform);
      const detail = detailAt(view.zoom);
      const settled =
        detail === current.current.detail && (detail === 'block' || isFitting(area.current, view, screen));
      if (!settled) frame.current = requestAnimationFrame(() => pump.current(perFrame));
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
    pump.current(atOnce);
  }, [scene, routes, screen]);

  return mounted;
}

/** True while what is mounted for `area` is all that the view needs, and not much more. */
function isFitting(area: Box | null, view: View, screen: Screen): area is Box {
  return area !== null && isCovered(area, view, screen) && !isRoomy(area, view, screen);
}

function joined(
  before: Mounted,
  area: Box,
  scene: Scene,
  routes: Routes,
  cords: BoxIndex<string>,
  step: number,
): { mounted: Mounted; done: boolean } {
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const widgets = nextMounted(before.widgets, scene.index.within(area), step, (id) => {
    const box = scene.widgets.get(id)?.box;
    return box === undefined ? 0 : Math.abs(box.x + box.width / 2 - middle.x) + Math.abs(box.y - middle.y);
  });
  const drawn = nextMounted(before.cords, cords.within(area), 2 * step, (id) => {
    const route = routes.get(id);
    return route === undefined ? 0 : Math.abs(route.x0 - middle.x) + Math.abs(route.y0 - middle.y);
  });
  return {
    mounted: { widgets: widgets.ids, cords: drawn.ids, detail: before.detail },
    done: widgets.done && drawn.done,
  };
}

function isSame(a: Mounted, b: Mounted): boolean {
  return a.detail === b.detail && isSameSet(a.widgets, b.widgets) && isSameSet(a.cords, b.cords);
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const each of a) if (!b.has(each)) return false;
  return true;
}
