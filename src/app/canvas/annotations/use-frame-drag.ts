/** Dragging a note, a group, or the corner of one. The flow changes once, when the pointer is let go; Escape takes the drag back. */

import { type PointerEvent, useEffect, useState } from 'react';
import type { Frame } from '#flow/annotations/entries.ts';
import { snapToGrid } from '../interaction/snapping.ts';

type Drag = {
  part: 'move' | 'size';
  pointer: number;
  from: { x: number; y: number };
  change: Partial<Frame>;
};

/** Less than this on the screen, in px, is a click. */
const slack = 3;
/** In canvas units. */
const grid = 20;
const least = { width: 80, height: 40 };

type FrameDrag = {
  frame: Frame;
  /** Screen px in one canvas unit. */
  zoom(): number;
  /** While the frame is dragged; null when the drag has ended. */
  onDrag?(change: Partial<Frame> | null): void;
  onDone(change: Partial<Frame>): void;
};

export function useFrameDrag({ frame, zoom, onDrag = () => {}, onDone }: FrameDrag) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  const end = () => {
    setDrag(null);
    onDrag(null);
  };
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
      onDrag(null);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [isDragging, onDrag]);

  const handlers = (part: Drag['part']) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ part, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, change: {} });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag?.pointer !== event.pointerId || drag.part !== part) return;
      event.stopPropagation();
      const [dx, dy] = [event.clientX - drag.from.x, event.clientY - drag.from.y];
      if (Object.keys(drag.change).length === 0 && Math.hypot(dx, dy) < slack) return;
      const along = (from: number, by: number) => snapToGrid(from + by / zoom(), grid);
      const change =
        part === 'move'
          ? { x: along(frame.x, dx), y: along(frame.y, dy) }
          : {
              width: Math.max(least.width, along(frame.width, dx)),
              height: Math.max(least.height, along(frame.height, dy)),
            };
      setDrag({ ...drag, change });
      onDrag(change);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.pointer !== event.pointerId || drag.part !== part) return;
      event.stopPropagation();
      end();
      if (Object.keys(drag.change).length > 0) onDone(drag.change);
    },
    onPointerCancel: end,
  });
  return { change: drag?.change ?? {}, handlers };
}
