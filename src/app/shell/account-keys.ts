/** G, then A within a second, opens the choice of accounts. Loaded with the menus of the rail, so once the page is used. */

import { showDialog } from '../client/open-dialog.ts';

const withinMs = 1_000;
let began = Number.NEGATIVE_INFINITY;

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

addEventListener(
  'keydown',
  (event) => {
    const { key, timeStamp, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(target)) return;
    if (key === 'a' && timeStamp - began < withinMs) {
      event.preventDefault();
      // No other shortcut of the page is meant by this key.
      event.stopImmediatePropagation();
      showDialog('accounts');
    }
    began = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
  },
  { capture: true },
);
