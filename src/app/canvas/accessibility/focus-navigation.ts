/** Where the keyboard's focus goes on the canvas. Pure. */

import type { Focus } from '../interaction/interaction-store.ts';
import type { Scene } from '../render/scene.ts';

export type FocusDirection = 'down' | 'up' | 'left' | 'right' | 'home';

/**
 * The focus after a step, or null when the step leads nowhere. Down follows the outlet; up goes back to
 * where the focus came from (the last of `trail`) or to the first cord's source; left and right go through
 * the outlets and past the last one to the sibling beside; home is the trigger.
 */
export function moveFocus(
  scene: Scene,
  focus: Focus,
  step: FocusDirection,
  trail: readonly Focus[],
): Focus | null {
  const widget = scene.widgets.get(focus.widget);
  if (widget === undefined || step === 'home')
    return scene.trigger === null ? null : { widget: scene.trigger, outlet: 0 };
  if (step === 'up') return focusSource(scene, focus, trail);
  if (step === 'down') {
    const outlet = widget.summary.outlets[focus.outlet];
    const cord = outlet === undefined ? undefined : scene.cords.get(`${focus.widget} ${outlet.key}`);
    return cord === undefined ? null : { widget: cord.to, outlet: 0 };
  }
  const outlet = focus.outlet + (step === 'right' ? 1 : -1);
  if (outlet >= 0 && outlet < widget.summary.outlets.length) return { widget: focus.widget, outlet };
  return nearestSibling(scene, focus, step);
}

function focusSource(scene: Scene, focus: Focus, trail: readonly Focus[]): Focus | null {
  const last = trail.at(-1);
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

/** The nearest widget on that side, those in the same row before others. */
function nearestSibling(scene: Scene, focus: Focus, step: 'left' | 'right'): Focus | null {
  const from = scene.widgets.get(focus.widget)?.box;
  if (from === undefined) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const [id, { box }] of scene.widgets) {
    const ahead =
      step === 'right' ? box.x - from.x - from.width / 2 : from.x + from.width / 2 - box.x - box.width;
    if (id === focus.widget || ahead < 0) continue;
    const distance = ahead + 4 * Math.abs(box.y - from.y);
    if (distance >= least || Math.abs(box.y - from.y) > 400) continue;
    least = distance;
    best = id;
  }
  if (best === null) return null;
  const outlets = scene.widgets.get(best)?.summary.outlets.length ?? 0;
  return { widget: best, outlet: step === 'right' ? 0 : Math.max(0, outlets - 1) };
}

/** The widgets whose name fits what was typed: those that begin with it first, at most eight. */
export function findWidgetsByName(scene: Scene, typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const found: { id: string; at: number; index: number }[] = [];
  for (const { id, summary: face, index } of scene.widgets.values()) {
    if (face.isTrigger) continue;
    const at = face.name.toLowerCase().indexOf(wanted);
    if (at >= 0) found.push({ id, at: Math.min(at, 1), index });
  }
  found.sort((a, b) => a.at - b.at || a.index - b.index);
  return found.slice(0, 8).map(({ id }) => id);
}
