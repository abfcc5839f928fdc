/** When the parts of a page are loaded that are not needed first. */

import { useEffect, useState } from 'react';

/** False until the frame has been drawn that shows the component first, or in which `isReady` has become true. */
export function useAfterFirstFrame(isReady = true): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady]);
  return isDrawn;
}
