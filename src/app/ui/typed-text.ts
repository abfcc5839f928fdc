/**
 * A name becomes an edit when its field is left. What reads the whole flow, or may end the page, takes it before: an author who stores
 * while a name is still in its field means that name, too.
 */

import { flushSync } from 'react-dom';

/**
 * Has the field that has the focus hand over what was typed. It keeps the focus; where it is gone then, what it stood in gets it.
 */
export function handOverTyped(): void {
  const field = document.activeElement;
  // Names are in these. Notes and code fields hand over each letter, and a draft what it has to the field that it waits for.
  if (!(field instanceof HTMLInputElement)) return;
  const around = field.parentElement?.closest<HTMLElement>('[tabindex]');
  flushSync(() => field.blur());
  (field.isConnected ? field : around)?.focus({ preventScroll: true });
}

/** Calls `discard` where the focus has left the field for another place, and not for a moment or with the window. */
export function onceLeft(field: Element, discard: () => void): void {
  queueMicrotask(() => {
    if (document.activeElement !== field) discard();
  });
}
