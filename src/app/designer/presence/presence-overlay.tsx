/** The marks of the others on the canvas, loaded when someone else is there. */

import { lazy, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { LatePart } from '../../ui/states/late-part.tsx';
import { useDesigner } from '../designer-context.tsx';

const PresenceMarks = lazy(() => import('./presence-marks.tsx').then((m) => ({ default: m.PresenceMarks })));

export function PresenceOverlay({ canvas }: { canvas: RefObject<CanvasHandle | null> }) {
  const { presence } = useDesigner();
  const isAlone = useStore(presence, ({ people }) => people.size === 0);
  if (isAlone) return null;
  return (
    <LatePart onFailed={() => {}}>
      <PresenceMarks canvas={canvas} />
    </LatePart>
  );
}
