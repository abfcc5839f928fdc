/** The event handlers of the canvas for pointers and drag and drop. They feed the gesture state machine. */

import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useMemo } from 'react';
import type { CanvasSnapshot } from '../canvas-snapshot.ts';
import type { InteractionStore } from '../interaction-store.ts';
import { GestureMachine } from './gesture-machine.ts';
import { doubleClick } from './idle.ts';
import { openMenu } from './open-menu.ts';

/** The handlers to spread on the root element of the canvas. */
export function useGestures(store: InteractionStore, readCanvas: () => CanvasSnapshot) {
  const machine = useMemo(() => new GestureMachine({ store, readCanvas }), [store, readCanvas]);
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && machine.escape()) event.stopPropagation();
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [machine]);
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => machine.pointerDown(event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => machine.pointerMove(event),
      onPointerUp: (event: PointerEvent<HTMLElement>) => machine.pointerUp(event),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => machine.pointerCancel(event),
      onPointerLeave: () => machine.pointerLeave(),
      onDoubleClick: (event: MouseEvent<HTMLElement>) => doubleClick(event, { store, readCanvas }),
      onContextMenu: (event: MouseEvent<HTMLElement>) => openMenu(event, { store, readCanvas }),
      onDragOver: (event: DragEvent<HTMLElement>) => machine.dragOver(event),
      onDragLeave: () => machine.dragLeave(),
      onDrop: (event: DragEvent<HTMLElement>) => machine.drop(event),
    }),
    [machine, store, readCanvas],
  );
}
