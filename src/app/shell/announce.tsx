/** Says politely to screen readers what happened on the page. */

import { useSyncExternalStore } from 'react';

let announcement = '';
const listeners = new Set<() => void>();

/** Says `text` once the screen reader has finished what it is saying. The same text twice is said twice. */
export function announce(text: string): void {
  announcement = announcement === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** Mounted once, by the root of the page. */
export function LiveRegion() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announcement,
  );
  return (
    <div className="vh" role="status" aria-live="polite">
      {text}
    </div>
  );
}
