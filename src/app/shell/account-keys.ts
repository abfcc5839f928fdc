/** G, then A within a second, opens the choice of accounts. Loaded with the menus of the rail, so once the page is used. */

import { showDialog } from '../client/open-dialog.ts';
import { keyOf, onPageKey } from '../ui/page-keys.ts';

const withinMs = 1_000;
let began = Number.NEGATIVE_INFINITY;

onPageKey(
  (event) => {
    const { timeStamp } = event;
    const key = keyOf(event);
    if (event.shiftKey) return;
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
