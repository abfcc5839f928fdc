/** Where a widget stood that another author deleted, for as long as its text is kept next to the canvas. */

import { type RefObject, useEffect, useRef } from 'react';
import { cardBoxes } from '#flow/layout/clear-place.ts';
import type { CanvasHandle } from '../../canvas/canvas-props.ts';
import { useDocument, useView } from '../designer-context.tsx';
import { lostEditOf } from './keep-typed-text.ts';
import { useDeletedText } from './kept-text-panel.tsx';
import './kept-text.css';
import { asTyped } from '../../ui/as-typed.ts';

export function DeletedPlace({ canvas }: { canvas: RefObject<CanvasHandle | null> }) {
  const kept = useView((state) => state.kept);
  const lost = useDocument(({ editor }) => (kept === null ? undefined : lostEditOf(editor, kept)));
  const deleted = useDeletedText(kept);
  const place = useRef<HTMLDivElement>(null);
  const definition = lost?.shown.definition;
  const name = definition?.states[lost?.shown.widgets.indexOf(kept?.identity ?? '') ?? -1]?.name ?? '';
  useEffect(() => {
    const box = definition === undefined ? undefined : cardBoxes(definition).get(name);
    if (box === undefined) return;
    let frame = 0;
    // The canvas moves without rendering.
    const follow = () => {
      const { current } = place;
      const area = current?.offsetParent?.getBoundingClientRect();
      const from = canvas.current?.screenOf({ x: box.x, y: box.y });
      const to = canvas.current?.screenOf({ x: box.x + box.width, y: box.y + box.height });
      if (current && area && from && to) {
        current.style.translate = `${from.x - area.x}px ${from.y - area.y}px`;
        current.style.width = `${to.x - from.x}px`;
        current.style.height = `${to.y - from.y}px`;
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [definition, name, canvas]);
  if (name === '') return null;
  return (
    <div className="deleted-place" aria-hidden="true">
      <div ref={place}>
        <s className="clip" {...asTyped}>
          {name}
        </s>
        <span className="clip">{deleted}</span>
      </div>
    </div>
  );
}
