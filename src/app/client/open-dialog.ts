/** Which dialog of the frame is open: those that every page has, and that requests may ask for. */

import { useSyncExternalStore } from 'react';

/** Proving who one is, choosing another account, or saying that the session is in another one. */
type FrameDialog = 'confirmation' | 'accounts' | 'switched';

let open: FrameDialog | null = null;
const listeners = new Set<() => void>();

export function showDialog(next: FrameDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}

export function useOpenDialog(): FrameDialog | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
