/** Focuses the first outlet of the trigger of a flow that has nothing else yet: a person goes on by keys at once. */

import { type RefObject, useEffect } from 'react';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import type { OpenFlow } from './document/open-flow.ts';

/** The dialog that created the flow closes, and its focus is given back, within this many frames. */
const maxFrames = 120;

export function useFirstFocus({ document: flow }: OpenFlow, canvas: RefObject<CanvasHandle | null>): void {
  useEffect(() => {
    const { states } = flow.getState().history.present.definition;
    if (states.length !== 1 || states[0]?.type !== 'trigger') return;
    let frames = 0;
    let frame = requestAnimationFrame(function attempt() {
      frames += 1;
      const isFree = document.activeElement === null || document.activeElement.matches('body, main');
      const isReady = canvas.current !== null && document.querySelector('[role="dialog"]') === null;
      if (isReady && isFree) canvas.current?.focus();
      else if (frames < maxFrames) frame = requestAnimationFrame(attempt);
    });
    return () => cancelAnimationFrame(frame);
  }, [flow, canvas]);
}
