/**
 * Notes and groups that go along with widgets: to the clipboard, into a copy, into another flow. What goes along is kept
 * as it stands in the definition, with whatever others put into it.
 */

import type { FlowDefinition, Point } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import { boundsOf, entriesOf, type Frame, isFrameIn, isMiddleIn, withEntries } from './entries.ts';
import { changeGroup, groupsOf, membersByGroup, membersOf } from './groups.ts';
import { changeNote, notesOf } from './notes.ts';

/** A note or a group by its id. */
export type AnnotationRef = { kind: 'note' | 'group'; id: string };

/** Entries as they stand in `ui` of a definition. */
export type Annotations = { notes: JsonObject; groups: JsonObject };

/** What is chosen on the canvas: widgets, by their ids, and a note or group that has the focus. */
export type Selection = { widgets: ReadonlySet<string>; annotation: AnnotationRef | null };

/** The selection with the widgets of a chosen group. Grows: n in widgets. */
export function widgetsOfSelection(
  definition: FlowDefinition,
  { widgets, annotation }: Selection,
): ReadonlySet<string> {
  const group = annotation?.kind === 'group' ? groupsOf(definition).get(annotation.id) : undefined;
  return group === undefined ? widgets : new Set([...widgets, ...membersOf(definition, group)]);
}

/**
 * What goes along with a selection: groups that are chosen or have all their widgets in it, empty groups in those, and
 * notes that are chosen, stand among the cards or in such a group.
 * Grows: n² in widgets and groups, n in notes.
 */
export function annotationsWith(definition: FlowDefinition, selection: Selection): Annotations {
  const { annotation } = selection;
  const widgets = widgetsOfSelection(definition, selection);
  const isChosen = (kind: AnnotationRef['kind'], id: string) =>
    annotation?.kind === kind && annotation.id === id;
  const known = groupsOf(definition);
  const members = membersByGroup(definition, known);
  const groups = [...known].map(([id, frame]) => ({ id, frame, members: members.get(id) ?? [] }));
  const whole = groups.filter(
    ({ id, members }) =>
      isChosen('group', id) || (members.length > 0 && members.every((each) => widgets.has(each))),
  );
  const isWhole = new Set(whole);
  const going = groups.filter(
    (each) =>
      isWhole.has(each) ||
      (each.members.length === 0 && whole.some(({ frame }) => isFrameIn(frame, each.frame))),
  );
  const cards = boundsOf([...cardBoxes(definition)].flatMap(([id, box]) => (widgets.has(id) ? [box] : [])));
  const areas = [...(cards === null ? [] : [cards]), ...going.map(({ frame }) => frame)];
  const notes = [...notesOf(definition)].filter(
    ([id, note]) => isChosen('note', id) || areas.some((area) => isMiddleIn(area, note)),
  );
  return {
    notes: picked(
      entriesOf(definition, 'notes'),
      notes.map(([id]) => id),
    ),
    groups: picked(
      entriesOf(definition, 'groups'),
      going.map(({ id }) => id),
    ),
  };
}

/** The notes and groups of a `ui` of unknown origin; what cannot be read is left out. Grows: n in notes. */
export function readAnnotations(ui: Json | undefined): Annotations {
  const source = isObject(ui) ? holding(ui) : holding({});
  return {
    notes: picked(entriesOf(source, 'notes'), notesOf(source).keys()),
    groups: picked(entriesOf(source, 'groups'), groupsOf(source).keys()),
  };
}

/** Where they stand. Grows: n in notes. */
export function framesOf(annotations: Annotations): Frame[] {
  const source = holding(annotations);
  return [...groupsOf(source).values(), ...notesOf(source).values()];
}

/** Adds them, moved by `by`, under free ids. */
export function addAnnotations(
  definition: FlowDefinition,
  annotations: Annotations,
  by: Point,
): { definition: FlowDefinition; added: AnnotationRef[] } {
  let extended = definition;
  const added: AnnotationRef[] = [];
  for (const kind of ['group', 'note'] as const) {
    for (const [wished, entry] of Object.entries(annotations[`${kind}s`])) {
      const entries = entriesOf(extended, `${kind}s`);
      const id = freeId(entries, wished);
      extended = withEntries(extended, `${kind}s`, { ...entries, [id]: entry });
      added.push({ kind, id });
    }
  }
  return { definition: moveAnnotations(extended, added, by), added };
}

/** Grows: n in notes. */
export function moveAnnotations(
  definition: FlowDefinition,
  refs: Iterable<AnnotationRef>,
  by: Point,
): FlowDefinition {
  const [notes, groups] = [notesOf(definition), groupsOf(definition)];
  return [...refs].reduce((now, { kind, id }) => {
    const frame = (kind === 'note' ? notes : groups).get(id);
    if (frame === undefined) return now;
    const to = { x: frame.x + by.x, y: frame.y + by.y };
    return kind === 'note' ? changeNote(now, id, to) : changeGroup(now, id, to);
  }, definition);
}

/** Removes the entries with these ids. */
export function removeAnnotations(
  definition: FlowDefinition,
  { notes, groups }: Annotations,
): FlowDefinition {
  if (Object.keys(notes).length + Object.keys(groups).length === 0) return definition;
  const left = (kind: 'notes' | 'groups', removed: JsonObject) =>
    Object.fromEntries(
      Object.entries(entriesOf(definition, kind)).filter(([id]) => !Object.hasOwn(removed, id)),
    );
  const withoutNotes = withEntries(definition, 'notes', left('notes', notes));
  return withEntries(withoutNotes, 'groups', left('groups', groups));
}

export function hasAnnotations({ notes, groups }: Annotations): boolean {
  return Object.keys(notes).length + Object.keys(groups).length > 0;
}

function holding(ui: JsonObject): FlowDefinition {
  return { description: '', states: [], initial_state: '', ui };
}

function picked(entries: JsonObject, ids: Iterable<string>): JsonObject {
  return Object.fromEntries([...ids].map((id) => [id, entries[id] ?? null]));
}

/** The id, or with the lowest number from 2 that is free. */
function freeId(entries: JsonObject, wished: string): string {
  let id = wished;
  for (let number = 2; Object.hasOwn(entries, id); number += 1) id = `${wished}-${number}`;
  return id;
}
