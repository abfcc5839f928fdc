/** The keys n and p: to the next and the previous change. */

import { useEffect } from 'react';
import { keyOf, onPageKey } from '../ui/page-keys.ts';

/** Calls `step` with 1 or -1, from anywhere on the page that takes no text. */
export function useChangeKeys(step: (by: 1 | -1) => void): void {
  useEffect(
    () =>
      onPageKey((event) => {
        const by = new Map<string, 1 | -1>([
          ['n', 1],
          ['p', -1],
        ]).get(keyOf(event));
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      }),
    [step],
  );
}
