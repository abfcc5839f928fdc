/** The space bar as modifier key: while it is held, dragging pans (React Flow does it). */

import { useEffect, useMemo, useRef } from 'react';

/** A function that says whether the space bar is held. */
export function useSpaceBar(): () => boolean {
  const isHeld = useRef(false);
  useEffect(() => {
    const update = (event: globalThis.KeyboardEvent) => {
      if (event.code === 'Space') isHeld.current = event.type === 'keydown';
    };
    const release = () => {
      isHeld.current = false;
    };
    window.addEventListener('keydown', update);
    window.addEventListener('keyup', update);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', update);
      window.removeEventListener('keyup', update);
      window.removeEventListener('blur', release);
    };
  }, []);
  return useMemo(() => () => isHeld.current, []);
}
