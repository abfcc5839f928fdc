/** Keeps what hangs on the view in step with it without React: the dots, and the scale that hairlines are divided by. */

import { type RefObject, useLayoutEffect } from 'react';
import { useStoreApi } from 'reactflow';

const dotsApart = 20;
/** Hairlines follow a zoom in steps: at once when they would be off by this much, else when it has come to rest. */
const step = 1.2;
const restMs = 120;

export function useViewportStyle(
  root: RefObject<HTMLElement | null>,
  dots: RefObject<HTMLElement | null>,
): void {
  const store = useStoreApi();
  useLayoutEffect(() => {
    let shown = 0;
    let size = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setScale = (zoom: number) => {
      shown = zoom;
      root.current?.style.setProperty('--z', String(zoom));
    };
    const follow = ([x, y, zoom]: readonly [number, number, number]) => {
      let apart = dotsApart * zoom;
      while (apart < 12) apart *= 2;
      const style = dots.current?.style;
      if (style !== undefined) {
        if (apart !== size) style.backgroundSize = `${apart}px ${apart}px`;
        size = apart;
        // On whole pixels their layer is copied, between pixels it would be resampled on each frame.
        style.transform = `translate(${onPixels(x, apart)}px, ${onPixels(y, apart)}px)`;
      }
      clearTimeout(timer);
      if (shown === 0 || zoom / shown > step || shown / zoom > step) setScale(zoom);
      else if (zoom !== shown) timer = setTimeout(() => setScale(zoom), restMs);
    };
    follow(store.getState().transform);
    const stop = store.subscribe((state, before) => {
      if (state.transform !== before.transform) follow(state.transform);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, root, dots]);
}

/** How far the pattern, which repeats every `apart` px, must be shifted for a pan of `by`; whole device pixels. */
function onPixels(by: number, apart: number): number {
  const shift = (((by - apart / 2) % apart) + apart) % apart;
  return Math.round(shift * window.devicePixelRatio) / window.devicePixelRatio;
}
