/** Find and replace in the texts of notes and the titles of groups. */

import { entriesOf } from '../annotations/entries.ts';
import { changeGroup, groupsOf, maxTitleLength } from '../annotations/groups.ts';
import { changeNote, maxNoteLength, notesOf } from '../annotations/notes.ts';
import type { FlowDefinition } from '../definition.ts';
import { isObject } from '../json/json.ts';
import { type Pointer, pathOf, pointer } from '../json/json-pointer.ts';

/** A text of a note or group, where it stands, and how many characters it may have. */
export type AnnotationText = { place: Pointer; text: string; maxLength: number };

const inNote = { kind: 'notes', key: 'text' } as const;
const inGroup = { kind: 'groups', key: 'title' } as const;

/** Titles of groups first, as in the search. */
export function annotationTexts(definition: FlowDefinition): AnnotationText[] {
  return [
    ...[...groupsOf(definition)].map(([id, { title }]) => ({
      place: pointer('ui', inGroup.kind, id, inGroup.key),
      text: title,
      maxLength: maxTitleLength,
    })),
    ...[...notesOf(definition)].map(([id, { text }]) => ({
      place: pointer('ui', inNote.kind, id, inNote.key),
      text,
      maxLength: maxNoteLength,
    })),
  ];
}

/** Whether a place is in a note or in a group; null for one in a widget. */
export function annotationKindAt(place: Pointer): 'note' | 'group' | null {
  const [part, kind] = pathOf(place);
  if (part !== 'ui') return null;
  return kind === inNote.kind ? 'note' : 'group';
}

/** The same definition when the text is no longer `before`. */
export function replaceAnnotationText(
  definition: FlowDefinition,
  place: Pointer,
  before: string,
  after: string,
): FlowDefinition {
  const id = pathOf(place)[2] ?? '';
  const { kind, key } = annotationKindAt(place) === 'note' ? inNote : inGroup;
  const entry = entriesOf(definition, kind)[id];
  if (!isObject(entry) || entry[key] !== before) return definition;
  return kind === 'notes'
    ? changeNote(definition, id, { text: after })
    : changeGroup(definition, id, { title: after });
}
