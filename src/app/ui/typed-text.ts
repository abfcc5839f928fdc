/**
 * A name becomes an edit when its field is left. What reads the whole flow, or may end the page, takes it before: an author who stores
 * while a name is still in its field means that name, too.
 */

import { flushSync } from 'react-dom';
import { closestOf } from './page-keys.ts';

/** Code fields and notes hand over each letter, and a draft what it has to the field that it waits for. */
const handsOverItself = '.cm-editor, [data-note], .draft';

/**
 * Has the field that has the focus hand over what was typed. It keeps the focus; where it is gone then, what it stood in gets it.
 */
export function handOverTyped(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || closestOf(field, handsOverItself) !== null) return;
  const around = closestOf(field.parentElement, '[tabindex]');
  flushSync(() => field.blur());
  const next = field.isConnected ? field : around;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** Calls `discard` where the focus has left the field for another place, and not for a moment or with the window. */
export function onceLeft(field: Element, discard: () => void): void {
  queueMicrotask(() => {
    if (document.activeElement !== field) discard();
  });
}
