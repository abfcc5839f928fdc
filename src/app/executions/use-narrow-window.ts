/** Whether the window is too narrow for panels side by side. */

import { useSyncExternalStore } from 'react';

const query = '(max-width: 640px)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
