/** What a drag carries that is too much to move as elements: the picture draws it at its new place. Pure. */

import type { Point } from '#flow/definition.ts';
import type { Gesture } from './hand.ts';
import type { Scene, Widget } from './projection.ts';
import { type Screen, type View, viewBox } from './visibility.ts';

/** `stays` when it is a copy that is dragged, so that the widgets show at their old places too. */
export type Carried = { ids: ReadonlySet<string>; delta: Point; stays: boolean };

/** Of what is dragged or selected, this many become cards wherever they stand. */
export const liveAtMost = 60;

/** What the picture has to carry; null when nothing is dragged, or so little that cards do it. */
export function carriedBy(gesture: Gesture | null): Carried | null {
  if (gesture?.kind !== 'move' || gesture.ids.size <= liveAtMost) return null;
  return { ids: gesture.ids, delta: gesture.delta, stays: gesture.copy };
}

/** Widgets in view that are not mounted: those at their places, and those seen where they have been carried to. */
export function missingIn(
  scene: Scene,
  view: View,
  screen: Screen,
  mounted: ReadonlySet<string>,
  carried: Carried | null,
): { standing: Widget[]; carried: Widget[] } {
  const seen = viewBox(view, screen);
  const missing = { standing: [] as Widget[], carried: [] as Widget[] };
  for (const id of scene.index.within(seen)) {
    const widget = mounted.has(id) ? undefined : scene.widgets.get(id);
    const isAway = carried !== null && !carried.stays && carried.ids.has(id);
    if (widget !== undefined && !isAway) missing.standing.push(widget);
  }
  if (carried === null) return missing;
  const { ids, delta } = carried;
  for (const id of scene.index.within({ ...seen, x: seen.x - delta.x, y: seen.y - delta.y })) {
    const widget = mounted.has(id) || !ids.has(id) ? undefined : scene.widgets.get(id);
    if (widget !== undefined) missing.carried.push(widget);
  }
  return missing;
}
