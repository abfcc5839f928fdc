/** Dragging a note or its corner. The flow changes once, when the pointer is let go; Escape takes the drag back. */

import { type PointerEvent, useEffect, useState } from 'react';
import type { Note } from '#flow/annotations/notes.ts';
import { snapToGrid } from '../interaction/snapping.ts';

type Drag = { part: 'move' | 'size'; pointer: number; from: { x: number; y: number }; change: Partial<Note> };

/** Less than this on the screen, in px, is a click. */
const slack = 3;
/** In canvas units. */
const grid = 20;

export function useNoteDrag(note: Note, zoom: () => number, onDone: (change: Partial<Note>) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [isDragging]);

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
      if (drag.change.x === undefined && drag.change.width === undefined && Math.hypot(dx, dy) < slack)
        return;
      const along = (from: number, by: number) => snapToGrid(from + by / zoom(), grid);
      const change =
        part === 'move'
          ? { x: along(note.x, dx), y: along(note.y, dy) }
          : { width: Math.max(80, along(note.width, dx)), height: Math.max(40, along(note.height, dy)) };
      setDrag({ ...drag, change });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.pointer !== event.pointerId || drag.part !== part) return;
      event.stopPropagation();
      setDrag(null);
      if (Object.keys(drag.change).length > 0) onDone(drag.change);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { change: drag?.change ?? {}, handlers };
}
