/** A drag of more cards than can be moved as elements: the raster layer paints them at their new places. Pure. */

import type { Point } from '#flow/definition.ts';
import type { Gesture } from '../interaction/interaction-store.ts';
import { type ScreenSize, type Viewport, visibleBox } from '../viewport/viewport.ts';
import type { Scene, SceneWidget } from './scene.ts';

/** `isCopy` when copies are dragged, so that the widgets are drawn at their old places too. */
export type RasterDrag = { ids: ReadonlySet<string>; delta: Point; isCopy: boolean };

/** Up to this many dragged or selected widgets are mounted as cards, wherever they are. */
export const maxMountedDrag = 60;

/** What the raster layer has to move; null when nothing is dragged, or so little that cards can follow. */
export function rasterDragOf(gesture: Gesture | null): RasterDrag | null {
  if (gesture?.kind !== 'translating' || gesture.ids.size <= maxMountedDrag) return null;
  return { ids: gesture.ids, delta: gesture.delta, isCopy: gesture.isCopy };
}

/** Widgets in view that are not mounted: those at rest, and those dragged into view. */
export function unmountedInView(
  scene: Scene,
  viewport: Viewport,
  screen: ScreenSize,
  mounted: ReadonlySet<string>,
  rasterDrag: RasterDrag | null,
): { resting: SceneWidget[]; dragged: SceneWidget[] } {
  const visible = visibleBox(viewport, screen);
  const unmounted = { resting: [] as SceneWidget[], dragged: [] as SceneWidget[] };
  for (const id of scene.widgetIndex.search(visible)) {
    const widget = mounted.has(id) ? undefined : scene.widgets.get(id);
    const isMoved = rasterDrag !== null && !rasterDrag.isCopy && rasterDrag.ids.has(id);
    if (widget !== undefined && !isMoved) unmounted.resting.push(widget);
  }
  if (rasterDrag === null) return unmounted;
  const { ids, delta } = rasterDrag;
  for (const id of scene.widgetIndex.search({ ...visible, x: visible.x - delta.x, y: visible.y - delta.y })) {
    const widget = mounted.has(id) || !ids.has(id) ? undefined : scene.widgets.get(id);
    if (widget !== undefined) unmounted.dragged.push(widget);
  }
  return unmounted;
}
