/** Arrow key navigation through a list of buttons. */

/**
 * Moves the focus to another `[data-step]` of the panel for an arrow key, Home or End; true when it did. From a search
 * field only Arrow Down enters the list, past steps with the value `head`, which Arrow Up leads to.
 */
export function moveFocusByKey(panel: HTMLElement, key: string): boolean {
  const steps = [...panel.querySelectorAll<HTMLElement>('[data-step]:not([disabled])')];
  const active = panel.ownerDocument.activeElement;
  const index = active instanceof HTMLElement ? steps.indexOf(active) : -1;
  if (index === -1 && (key !== 'ArrowDown' || active?.tagName !== 'INPUT')) return false;
  const first = steps.findIndex((step) => step.dataset.step !== 'head');
  const target = {
    ArrowDown: index === -1 ? first : index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: steps.length - 1,
  }[key];
  const step = target === undefined ? undefined : steps[target];
  step?.focus();
  return step !== undefined;
}
