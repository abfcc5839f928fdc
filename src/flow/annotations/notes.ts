/**
 * Notes that stand on the canvas. They are kept in `ui.notes` of the definition, by id (decision 049): they travel with
 * the flow through the API, files and revisions, and have no effect on what it does.
 */

import type { FlowDefinition, Point } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';

export const noteColors = ['yellow', 'green', 'blue', 'pink', 'gray'] as const;
export type NoteColor = (typeof noteColors)[number];

/** The upper left corner and the size in canvas units; `text` is Markdown. */
export type Note = Point & { width: number; height: number; color: NoteColor; text: string };

export const newNoteSize = { width: 240, height: 120 };
const sizeLimits = { width: [80, 2_000], height: [40, 2_000] } as const;
/** Characters; the page does not take more. */
export const maxNoteLength = 5_000;

/** The notes of a definition, by id. What cannot be read as a note is left out, and stays in the definition. */
export function notesOf(definition: FlowDefinition): ReadonlyMap<string, Note> {
  return new Map(
    Object.entries(entriesOf(definition)).flatMap(([id, entry]): [string, Note][] => {
      const note = readNote(entry);
      return note === null ? [] : [[id, note]];
    }),
  );
}

/** Adds a note, or replaces the one with that id. */
export function putNote(definition: FlowDefinition, id: string, note: Note): FlowDefinition {
  return withEntries(definition, { ...entriesOf(definition), [id]: bounded(note) });
}

/** Changes a note; what it has beside the changed properties stays. The same definition when there is no such note. */
export function changeNote(definition: FlowDefinition, id: string, change: Partial<Note>): FlowDefinition {
  const entries = entriesOf(definition);
  const entry = entries[id];
  const note = entry === undefined ? null : readNote(entry);
  if (note === null || !isObject(entry)) return definition;
  return withEntries(definition, { ...entries, [id]: { ...entry, ...bounded({ ...note, ...change }) } });
}

export function removeNote(definition: FlowDefinition, id: string): FlowDefinition {
  const { [id]: removed, ...left } = entriesOf(definition);
  return removed === undefined ? definition : withEntries(definition, left);
}

/** Sizes between the limits, and whole numbers. */
function bounded({ x, y, width, height, color, text }: Note): Note {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: between(sizeLimits.width, width),
    height: between(sizeLimits.height, height),
    color,
    text,
  };
}

function between([least, most]: readonly [number, number], value: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}

function readNote(entry: Json): Note | null {
  if (!isObject(entry)) return null;
  const { x, y, width, height, color, text } = entry;
  if (typeof x !== 'number' || typeof y !== 'number' || typeof text !== 'string') return null;
  return bounded({
    x,
    y,
    width: typeof width === 'number' ? width : newNoteSize.width,
    height: typeof height === 'number' ? height : newNoteSize.height,
    color: noteColors.find((each) => each === color) ?? 'yellow',
    text,
  });
}

function entriesOf({ ui }: FlowDefinition): JsonObject {
  return isObject(ui) && isObject(ui.notes) ? ui.notes : {};
}

/** Without notes nothing of them is left, so that a flow is again as it was before. */
function withEntries(definition: FlowDefinition, entries: JsonObject): FlowDefinition {
  const { ui, ...rest } = definition;
  const { notes: _, ...others } = isObject(ui) ? ui : {};
  if (Object.keys(entries).length > 0) return { ...rest, ui: { ...others, notes: entries } };
  return Object.keys(others).length === 0 ? rest : { ...rest, ui: others };
}
