/** The notes of the flow, behind its cards. One of them is a tab stop; Alt and the arrow keys go to the others. */

import { type KeyboardEvent, useRef } from 'react';
import type { Note } from '#flow/annotations/notes.ts';
import { idAfterKey } from '../annotations/frame-keys.ts';
import type { CanvasEditing } from '../canvas-props.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import { NoteBox } from './note-box.tsx';
import './notes.css';

type NotesLayerProps = {
  notes: ReadonlyMap<string, Note>;
  editing: CanvasEditing | undefined;
  /** Screen px in one canvas unit. */
  zoom(): number;
};

export default function NotesLayer({ notes, editing, zoom }: NotesLayerProps) {
  const interaction = useInteractionStore();
  const layer = useRef<HTMLDivElement>(null);
  const focused = useInteraction((state) => state.focusedNote);
  const ids = [...notes.keys()];
  const tabStop = focused !== null && notes.has(focused) ? focused : ids[0];
  const walk = (event: KeyboardEvent, from: string) => {
    const next = idAfterKey(ids, from, event);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    layer.current?.querySelector<HTMLElement>(`[data-note="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div ref={layer} className="notes">
      {[...notes].map(([id, note]) => (
        <NoteBox
          key={id}
          id={id}
          note={note}
          isTabStop={id === tabStop}
          editing={editing}
          zoom={zoom}
          onFocus={() => interaction.setState({ focusedNote: id })}
          onKeyDown={(event) => walk(event, id)}
        />
      ))}
    </div>
  );
}
