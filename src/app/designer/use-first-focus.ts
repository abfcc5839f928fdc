/**
 * The focus of a designer that was just opened is on the canvas, so that its keys work at once: on the first outlet of the
 * trigger of a flow that has nothing else yet, otherwise on the canvas itself. Tab then begins at the start of the page.
 */

import { type RefObject, useEffect } from 'react';
import type { CanvasHandle } from '../canvas/canvas-props.ts';
import type { OpenFlow } from './document/open-flow.ts';

/** The dialog that created the flow closes, and its focus is given back, within this many frames. */
const maxFrames = 120;

export function useFirstFocus({ document: flow }: OpenFlow, canvas: RefObject<CanvasHandle | null>): void {
  useEffect(() => {
    const { states } = flow.getState().history.present.definition;
    const isEmpty = states.length === 1 && states[0]?.type === 'trigger';
    let frames = 0;
    let frame = 0;
    const attempt = () => {
      frames += 1;
      const isFree = document.activeElement === null || document.activeElement.matches('body, main');
      const hasDialog = document.querySelector('[role="dialog"]') !== null;
      if (canvas.current !== null && !hasDialog && isFree) {
        if (isEmpty) canvas.current.focus();
        else beginTabAtStart(canvas.current.focusItself());
      } else if (frames < maxFrames && (isEmpty || hasDialog || isFree))
        frame = requestAnimationFrame(attempt);
    };
    frame = requestAnimationFrame(attempt);
    return () => cancelAnimationFrame(frame);
  }, [flow, canvas]);
}

/** Until the focus was moved, the first Tab leads to the skip links, as on any page. */
function beginTabAtStart(canvas: HTMLElement | null): void {
  if (canvas === null) return;
  const listening = new AbortController();
  const { signal } = listening;
  const end = () => listening.abort();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.shiftKey) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('a, button')?.focus();
  };
  canvas.addEventListener('keydown', onKey, { signal });
  canvas.addEventListener('blur', end, { signal });
  canvas.addEventListener('pointerdown', end, { signal });
}
