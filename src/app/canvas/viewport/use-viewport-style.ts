/**
 * Keeps styles that depend on the viewport in step with it outside of React: the dot grid, the scale that hairlines are
 * divided by, and that the flow is being moved.
 */

import { type RefObject, useLayoutEffect } from 'react';
import { useStoreApi } from 'reactflow';

const dotSpacing = 20;
/** Hairlines follow a zoom in steps: at once when they would be off by this factor, otherwise debounced. */
const scaleStep = 1.2;
const debounceMs = 120;
/** A pause between two steps of a wheel is shorter. */
const movingMs = 150;

/** Sets `--z` and `data-moving` on `root` and moves the pattern of `dots`; never renders. */
export function useViewportStyle(
  root: RefObject<HTMLElement | null>,
  dots: RefObject<HTMLElement | null>,
): void {
  const store = useStoreApi();
  useLayoutEffect(() => {
    let appliedScale = 0;
    let appliedSpacing = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped: ReturnType<typeof setTimeout> | undefined;
    const setScale = (zoom: number) => {
      appliedScale = zoom;
      root.current?.style.setProperty('--z', String(zoom));
    };
    const apply = ([x, y, zoom]: readonly [number, number, number]) => {
      let spacing = dotSpacing * zoom;
      while (spacing < 12) spacing *= 2;
      const style = dots.current?.style;
      if (style !== undefined) {
        if (spacing !== appliedSpacing) style.setProperty('background-size', `${spacing}px ${spacing}px`);
        appliedSpacing = spacing;
        // On whole device pixels the layer is copied, between them it would be resampled in each frame.
        const [shiftX, shiftY] = [toDevicePixels(x, spacing), toDevicePixels(y, spacing)];
        style.setProperty('transform', `translate(${shiftX}px, ${shiftY}px)`);
      }
      clearTimeout(timer);
      if (appliedScale === 0 || zoom / appliedScale > scaleStep || appliedScale / zoom > scaleStep)
        setScale(zoom);
      else if (zoom !== appliedScale) timer = setTimeout(() => setScale(zoom), debounceMs);
    };
    apply(store.getState().transform);
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      apply(state.transform);
      root.current?.toggleAttribute('data-moving', true);
      clearTimeout(stopped);
      stopped = setTimeout(() => root.current?.toggleAttribute('data-moving', false), movingMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(stopped);
    };
  }, [store, root, dots]);
}

/** The shift of the pattern, which repeats every `spacing` px, for a pan, in whole device pixels. */
function toDevicePixels(pan: number, spacing: number): number {
  const shift = (((pan - spacing / 2) % spacing) + spacing) % spacing;
  return Math.round(shift * window.devicePixelRatio) / window.devicePixelRatio;
}
