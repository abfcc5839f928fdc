/** The live region of the canvas (ARIA `aria-live`, polite). */

import { useInteraction } from '../interaction/interaction-store.ts';

export function Announcer() {
  const announcement = useInteraction((state) => state.announcement);
  return (
    <div className="vh" aria-live="polite">
      {announcement}
    </div>
  );
}
