/** A region as one tab stop (ARIA Authoring Practices): Tab leaves it, arrow keys move inside. */

import type { KeyboardEvent } from 'react';

const controls = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

type Arrows = { back: string; forth: string };

export const verticalArrows: Arrows = { back: 'ArrowUp', forth: 'ArrowDown' };
export const horizontalArrows: Arrows = { back: 'ArrowLeft', forth: 'ArrowRight' };

/**
 * Handles a key inside a region. For Tab the last control (with Shift the first) takes the focus, from which the browser
 * goes on to what follows the region. `arrows` is null for a region with arrow keys of its own.
 */
export function onSingleTabStopKey(event: KeyboardEvent<HTMLElement>, arrows: Arrows | null): void {
  const { currentTarget: region, target, key } = event;
  // Keys of menus and dialogs arrive here as well, through React's tree.
  if (event.defaultPrevented || !(target instanceof HTMLElement) || !region.contains(target)) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...region.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control.tabIndex >= 0 && control.getClientRects().length > 0,
  );
  if (key === 'Tab') {
    const end = event.shiftKey ? all[0] : all.at(-1);
    end?.focus({ preventScroll: true });
    return;
  }
  if (arrows === null || target instanceof HTMLInputElement) return;
  const step = { [arrows.back]: -1, [arrows.forth]: 1 }[key];
  const next = step === undefined ? undefined : all[all.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
