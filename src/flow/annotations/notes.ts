/**
 * Notes that stand on the canvas. They are kept in `ui.notes` of the definition, by id (decision 049): they travel with
 * the flow through the API, files and revisions, and have no effect on what it does.
 */

import type { FlowDefinition } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';
import {
  type AnnotationColor,
  boundedFrame,
  entriesOf,
  type Frame,
  readColor,
  readFrame,
  type SizeLimits,
  withEntries,
  withoutEntry,
} from './entries.ts';

/** `text` is Markdown. */
export type Note = Frame & { color: AnnotationColor; text: string };

export const newNoteSize = { width: 240, height: 120 };
const sizeLimits: SizeLimits = { width: [80, 2_000], height: [40, 2_000] };
/** Characters; the page does not take more. */
export const maxNoteLength = 5_000;

/**
 * The notes of a definition, by id. What cannot be read as a note is left out, and stays in the definition.
 * Grows: n in notes.
 */
export function notesOf(definition: FlowDefinition): ReadonlyMap<string, Note> {
  return new Map(
    Object.entries(entriesOf(definition, 'notes')).flatMap(([id, entry]): [string, Note][] => {
      const note = readNote(entry);
      return note === null ? [] : [[id, note]];
    }),
  );
}

/** Adds a note, or replaces the one with that id. Grows: n in notes. */
export function putNote(definition: FlowDefinition, id: string, note: Note): FlowDefinition {
  return withEntries(definition, 'notes', { ...entriesOf(definition, 'notes'), [id]: bounded(note) });
}

/**
 * Changes a note; its other properties stay. The same definition when there is no such note.
 * Grows: n in notes.
 */
export function changeNote(definition: FlowDefinition, id: string, change: Partial<Note>): FlowDefinition {
  const entries = entriesOf(definition, 'notes');
  const entry = entries[id];
  const note = entry === undefined ? null : readNote(entry);
  if (note === null || !isObject(entry)) return definition;
  const changed = { ...entry, ...bounded({ ...note, ...change }) };
  return withEntries(definition, 'notes', { ...entries, [id]: changed });
}

/** Grows: n in notes. */
export function removeNote(definition: FlowDefinition, id: string): FlowDefinition {
  return withoutEntry(definition, 'notes', id);
}

function bounded({ color, text, ...frame }: Note): Note {
  return { ...boundedFrame(frame, sizeLimits), color, text };
}

function readNote(entry: Json): Note | null {
  if (!isObject(entry) || typeof entry.text !== 'string') return null;
  const frame = readFrame(entry, newNoteSize);
  return frame === null ? null : bounded({ ...frame, color: readColor(entry, 'yellow'), text: entry.text });
}
