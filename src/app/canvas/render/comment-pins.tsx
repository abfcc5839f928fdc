/** Pins of comments, at widgets and at places. The panel of comments has them for the keyboard. */

import { type CSSProperties, memo } from 'react';
import type { CommentPin } from '../canvas-props.ts';
import { useInteraction } from '../interaction/interaction-store.ts';
import type { Scene } from './scene.ts';
import './comment-pins.css';

type CommentPinsProps = { pins: readonly CommentPin[]; scene: Scene; onOpen(id: string): void };

export const CommentPins = memo(function CommentPins({ pins, scene, onOpen }: CommentPinsProps) {
  const gesture = useInteraction((state) => state.gesture);
  const dragged = gesture?.kind === 'translating' && !gesture.isCopy ? gesture : null;
  return pins.map(({ id, at, label, text, isUnread, isOpen }) => {
    const widget = 'widget' in at ? scene.widgets.get(at.widget) : null;
    if (widget === undefined) return null;
    const delta = widget !== null && dragged?.ids.has(widget.id) ? dragged.delta : { x: 0, y: 0 };
    const place =
      'widget' in at ? { x: (widget?.box.x ?? 0) + delta.x, y: (widget?.box.y ?? 0) + delta.y } : at;
    return (
      <button
        key={id}
        type="button"
        tabIndex={-1}
        className={widget === null ? 'comment-pin at-place' : 'comment-pin'}
        data-unread={isUnread}
        data-open={isOpen}
        style={{ '--x': `${place.x}px`, '--y': `${place.y}px` } as CSSProperties}
        aria-label={label}
        title={label}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={() => onOpen(id)}
      >
        {text}
      </button>
    );
  });
});
