/** Keyboard navigation: where the focus moves on the canvas. Pure. */

import type { FocusDirection } from '../canvas-props.ts';
import type { Focus } from '../interaction/interaction-store.ts';
import type { Scene } from '../render/scene.ts';

/**
 * The focus after a move, or null when the move leads nowhere. Down follows the outlet; up goes back to where
 * the focus came from (the last of `history`) or to the source of the first cord; left and right go through
 * the outlets and past the last one to the nearest widget on that side; home is the trigger.
 */
export function moveFocus(
  scene: Scene,
  focus: Focus,
  direction: FocusDirection,
  history: readonly Focus[],
): Focus | null {
  const widget = scene.widgets.get(focus.widget);
  if (widget === undefined || direction === 'home')
    return scene.trigger === null ? null : { widget: scene.trigger, outlet: 0 };
  if (direction === 'up') return focusSource(scene, focus, history);
  if (direction === 'down') {
    const outlet = widget.summary.outlets[focus.outlet];
    const cord = outlet === undefined ? undefined : scene.cords.get(`${focus.widget} ${outlet.key}`);
    return cord === undefined ? null : { widget: cord.to, outlet: 0 };
  }
  const outlet = focus.outlet + (direction === 'right' ? 1 : -1);
  if (outlet >= 0 && outlet < widget.summary.outlets.length) return { widget: focus.widget, outlet };
  return nearestSibling(scene, focus, direction);
}

function focusSource(scene: Scene, focus: Focus, history: readonly Focus[]): Focus | null {
  const last = history.at(-1);
  if (last !== undefined && scene.widgets.has(last.widget)) return last;
  for (const id of scene.cordsOfWidget.get(focus.widget) ?? []) {
    const cord = scene.cords.get(id);
    if (cord === undefined || cord.to !== focus.widget || cord.from === focus.widget) continue;
    const outlets = scene.widgets.get(cord.from)?.summary.outlets ?? [];
    return {
      widget: cord.from,
      outlet: Math.max(
        0,
        outlets.findIndex(({ key }) => key === cord.outlet),
      ),
    };
  }
  return null;
}

/** The nearest widget on that side; those in the same row come first. */
function nearestSibling(scene: Scene, focus: Focus, direction: 'left' | 'right'): Focus | null {
  const from = scene.widgets.get(focus.widget)?.box;
  if (from === undefined) return null;
  let best: string | null = null;
  let shortest = Infinity;
  for (const [id, { box }] of scene.widgets) {
    const distanceAhead =
      direction === 'right' ? box.x - from.x - from.width / 2 : from.x + from.width / 2 - box.x - box.width;
    if (id === focus.widget || distanceAhead < 0) continue;
    const distance = distanceAhead + 4 * Math.abs(box.y - from.y);
    if (distance >= shortest || Math.abs(box.y - from.y) > 400) continue;
    shortest = distance;
    best = id;
  }
  if (best === null) return null;
  const outlets = scene.widgets.get(best)?.summary.outlets.length ?? 0;
  return { widget: best, outlet: direction === 'right' ? 0 : Math.max(0, outlets - 1) };
}
