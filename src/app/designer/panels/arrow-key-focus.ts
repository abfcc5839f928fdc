/** Walking through a list of buttons with the arrow keys. */

/**
 * Moves the focus for an arrow key, Home or End to another `[data-step]` of the panel; true when it did.
 * From a search box only Arrow Down leads into the list.
 */
export function moveFocusByKey(panel: HTMLElement, key: string): boolean {
  const steps = [...panel.querySelectorAll<HTMLElement>('[data-step]:not([disabled])')];
  const active = panel.ownerDocument.activeElement;
  const at = active instanceof HTMLElement ? steps.indexOf(active) : -1;
  if (at === -1 && (key !== 'ArrowDown' || active?.tagName !== 'INPUT')) return false;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 }[key];
  const step = to === undefined ? undefined : steps[to];
  step?.focus();
  return step !== undefined;
}
