/** What a drag carries that is too much to move as elements: the picture draws it at its new place. Pure. */

import type { Point } from '#flow/definition.ts';
import type { Gesture } from '../interaction/interaction-store.ts';
import { type ScreenSize, type Viewport, visibleBox } from '../viewport/viewport.ts';
import type { Scene, SceneWidget } from './scene.ts';

/** `stays` when it is a copy that is dragged, so that the widgets show at their old places too. */
export type RasterDrag = { ids: ReadonlySet<string>; delta: Point; isCopy: boolean };

/** Of what is dragged or selected, this many become cards wherever they stand. */
export const maxMountedDrag = 60;

/** What the picture has to carry; null when nothing is dragged, or so little that cards do it. */
export function rasterDragOf(gesture: Gesture | null): RasterDrag | null {
  if (gesture?.kind !== 'move' || gesture.ids.size <= maxMountedDrag) return null;
  return { ids: gesture.ids, delta: gesture.delta, isCopy: gesture.copy };
}

/** Widgets in view that are not mounted: those at their places, and those seen where they have been carried to. */
export function unmountedInView(
  scene: Scene,
  view: Viewport,
  screen: ScreenSize,
  mounted: ReadonlySet<string>,
  carried: RasterDrag | null,
): { standing: SceneWidget[]; carried: SceneWidget[] } {
  const seen = visibleBox(view, screen);
  const missing = { standing: [] as SceneWidget[], carried: [] as SceneWidget[] };
  for (const id of scene.widgetIndex.search(seen)) {
    const widget = mounted.has(id) ? undefined : scene.widgets.get(id);
    const isAway = carried !== null && !carried.isCopy && carried.ids.has(id);
    if (widget !== undefined && !isAway) missing.standing.push(widget);
  }
  if (carried === null) return missing;
  const { ids, delta } = carried;
  for (const id of scene.widgetIndex.search({ ...seen, x: seen.x - delta.x, y: seen.y - delta.y })) {
    const widget = mounted.has(id) || !ids.has(id) ? undefined : scene.widgets.get(id);
    if (widget !== undefined) missing.carried.push(widget);
  }
  return missing;
}
