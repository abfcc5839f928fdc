/** Roving tabindex (ARIA Authoring Practices): the canvas is one tab stop, and one card holds it. */

import type { Focus } from '../interaction/interaction-store.ts';
import type { Scene } from '../render/scene.ts';

/** The id of the card in the tab order: where the focus was last, else the trigger, else the first. */
export function rovingTabStop(scene: Scene, focus: Focus | null): string | null {
  if (focus !== null && scene.widgets.has(focus.widget)) return focus.widget;
  if (scene.trigger !== null) return scene.trigger;
  const [first] = scene.widgets.keys();
  return first ?? null;
}
