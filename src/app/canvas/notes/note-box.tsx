/** One note: it is moved and sized by pointer and by keys, and written in place. */

import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxNoteLength, type Note } from '#flow/annotations/notes.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useCarriedBy } from '../annotations/carried.ts';
import { ColorButtons } from '../annotations/color-buttons.tsx';
import { useDraft } from '../annotations/draft.tsx';
import { useRequestedFocus } from '../annotations/focused-annotation.ts';
import { frameAfterKey } from '../annotations/frame-keys.ts';
import { frameStyle } from '../annotations/frame-style.ts';
import { useFrameDrag } from '../annotations/use-frame-drag.ts';
import type { CanvasEditing } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { useInteraction, useInteractionStore } from '../interaction/interaction-store.ts';
import { NoteText } from './note-text.tsx';

type NoteBoxProps = {
  id: string;
  note: Note;
  isTabStop: boolean;
  editing: CanvasEditing | undefined;
  zoom(): number;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
};

/** Characters of the text that a screen reader hears with the name. */
const labelLength = 80;

export function NoteBox({ id, note, isTabStop, editing, zoom, onFocus, onKeyDown }: NoteBoxProps) {
  const interaction = useInteractionStore();
  const isWriting = useInteraction((state) => state.editedNote === id) && editing !== undefined;
  const write = (isOn: boolean) => interaction.setState({ editedNote: isOn ? id : null });
  const drag = useFrameDrag({ frame: note, zoom, onDone: (change) => editing?.onChangeNote(id, change) });
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || editing === undefined) return onKeyDown(event);
    const change = frameAfterKey(note, event);
    const isWrite = event.key === 'Enter' || event.key === 'F2';
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (change === null && !isWrite && !isRemoval) return onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    if (change !== null) editing.onChangeNote(id, change);
    else if (isWrite) write(true);
    else editing.onRemoveNote(id);
  };
  const carried = useCarriedBy('note', id);
  const { x, y, width, height } = { ...note, ...drag.change };
  const box = useRef<HTMLDivElement>(null);
  useRequestedFocus(id, box);
  return (
    <div
      ref={box}
      className={`annotation note ${note.color}`}
      style={frameStyle({ x: x + carried.x, y: y + carried.y, width, height })}
      data-note={id}
      role="note"
      aria-label={t('note', { text: note.text.slice(0, labelLength) })}
      aria-description={editing === undefined ? undefined : t('noteKeys')}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={press}
      onDoubleClick={(event) => {
        event.stopPropagation();
        if (editing !== undefined) write(true);
      }}
      {...(editing !== undefined && !isWriting && drag.handlers('move'))}
    >
      {isWriting ? (
        <NoteField
          text={note.text}
          onWrite={(text) => editing?.onChangeNote(id, { text })}
          onDone={(text) => {
            write(false);
            if (text.trim() === '') editing?.onRemoveNote(id);
          }}
        />
      ) : (
        <NoteText text={note.text} />
      )}
      {editing !== undefined && !isWriting && (
        <>
          <NoteTools
            color={note.color}
            onColor={(color) => editing.onChangeNote(id, { color })}
            onRemove={() => editing.onRemoveNote(id)}
          />
          <span className="size" aria-hidden="true" {...drag.handlers('size')} />
        </>
      )}
    </div>
  );
}

type NoteFieldProps = { text: string; onWrite(text: string): void; onDone(text: string): void };

/** What is written is kept as it is typed: leaving the field, by Escape too, only ends it. */
function NoteField({ text, onWrite, onDone }: NoteFieldProps) {
  const [value, setValue] = useState(text);
  const [isDone, setIsDone] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setValue(next);
    onWrite(next);
  };
  useDraft((draft) => {
    change(text + draft.text);
    setIsDone(draft.isDone);
  });
  useEffect(() => {
    // Leaving the field keeps what it holds: it must hold the draft by then.
    if (isDone) field.current?.closest<HTMLElement>('[data-note]')?.focus();
  }, [isDone]);
  return (
    <textarea
      ref={field}
      aria-label={t('noteText')}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it is opened in order to write
      autoFocus
      maxLength={maxNoteLength}
      value={value}
      placeholder={t('notePlaceholder')}
      onChange={(event) => change(event.target.value)}
      onBlur={() => onDone(value)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
        if (!isDone) return;
        event.preventDefault();
        event.currentTarget.closest<HTMLElement>('[data-note]')?.focus();
      }}
    />
  );
}

type NoteToolsProps = { color: Note['color']; onColor(color: Note['color']): void; onRemove(): void };

function NoteTools({ color, onColor, onRemove }: NoteToolsProps) {
  return (
    <div
      className="tools"
      role="toolbar"
      aria-label={t('noteTools')}
      onPointerDown={(e) => e.stopPropagation()}
    >
      <ColorButtons color={color} onChoose={onColor} />
      <button type="button" className="remove" aria-label={t('removeNote')} onClick={onRemove}>
        <Icon of={Trash2} size={14} />
      </button>
    </div>
  );
}
