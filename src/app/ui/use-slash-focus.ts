/** The key that leads to the search box of a page. */

import { type RefObject, useEffect } from 'react';

/** The `/` key puts the caret into the search box, wherever on the page nothing else takes text. */
export function useSlashFocus(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      const takesText = at?.closest(
        'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]',
      );
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || takesText) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [box]);
}
