/** Whether the window is too narrow for panels side by side. */

import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
