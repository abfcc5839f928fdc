/** Where toasts appear; mounted once, by the root route. */

import { useEffect, useState } from 'react';
import { LateOverlay, lateOverlay } from './late-overlay.tsx';
import { toastQueue } from './toast.ts';

const ToastList = lateOverlay(async () => (await import('./toast-list.tsx')).ToastList);

export function ToastRegion() {
  const [isNeeded, setNeeded] = useState(toastQueue.visibleToasts.length > 0);
  useEffect(() => toastQueue.subscribe(() => setNeeded(true)), []);
  return (
    <LateOverlay isOpen={isNeeded}>
      <ToastList />
    </LateOverlay>
  );
}
