/** The key that leads to the search box of a page. */

import { type RefObject, useEffect } from 'react';
import { onPageKey } from './page-keys.ts';

/** The `/` key puts the caret into the search box, wherever on the page nothing else takes text. */
export function useSlashFocus(box: RefObject<HTMLInputElement | null>): void {
  useEffect(
    () =>
      onPageKey((event) => {
        if (event.key !== '/') return;
        event.preventDefault();
        box.current?.focus();
        box.current?.select();
      }),
    [box],
  );
}
