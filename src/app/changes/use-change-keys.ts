/** The keys n and p: to the next and the previous change. */

import { useEffect } from 'react';

/** Calls `step` with 1 or -1, from anywhere on the page that takes no text. */
export function useChangeKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      const isElsewhere = at?.closest('input, textarea, [contenteditable], [role="dialog"], [role="menu"]');
      const takesText = isElsewhere !== null && !(at instanceof HTMLInputElement && at.type === 'checkbox');
      const by = ({ n: 1, p: -1 } as const)[event.key];
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || (isElsewhere && takesText))
        return;
      event.preventDefault();
      step(by);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [step]);
}
