/**
 * Groups: titled frames on the canvas. They are kept in `ui.groups` of the definition, by id (decision 054), and have no
 * effect on what a flow does. What stands in a frame is in its group: a widget whose card has its middle there.
 */

import type { FlowDefinition, Point } from '../definition.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import { isObject, type Json } from '../json/json.ts';
import { cardBoxes } from '../layout/clear-place.ts';
import {
  type AnnotationColor,
  boundedFrame,
  boundsOf,
  entriesOf,
  type Frame,
  isFrameIn,
  isMiddleIn,
  readColor,
  readFrame,
  type SizeLimits,
  withEntries,
  withoutEntry,
} from './entries.ts';
import { changeNote, type Note, notesOf } from './notes.ts';

/** A collapsed group covers what it has; `title` is plain text. */
export type Group = Frame & { color: AnnotationColor; title: string; collapsed: boolean };

const sizeLimits: SizeLimits = { width: [120, 20_000], height: [80, 20_000] };
const defaultSize = { width: 400, height: 300 };
/** Characters; the page does not take more. */
export const maxTitleLength = 200;
/** Left free around the cards of a new group, in canvas units. */
const padding = 40;

/**
 * The groups of a definition, by id. What cannot be read as a group is left out, and stays in the definition.
 * Grows: n in groups.
 */
export function groupsOf(definition: FlowDefinition): ReadonlyMap<string, Group> {
  return new Map(
    Object.entries(entriesOf(definition, 'groups')).flatMap(([id, entry]): [string, Group][] => {
      const group = readGroup(entry);
      return group === null ? [] : [[id, group]];
    }),
  );
}

/** Adds a group around widgets. The same definition when none of them has a place. Grows: n in widgets. */
export function groupWidgets(
  definition: FlowDefinition,
  id: string,
  widgets: Iterable<string>,
  title: string,
): FlowDefinition {
  const frame = frameAround(cardBoxes(definition), widgets);
  if (frame === null) return definition;
  return put(definition, id, bounded({ ...frame, color: 'blue', title, collapsed: false }));
}

/** Changes a group and moves nothing else; its other properties stay. Grows: n in groups. */
export function changeGroup(definition: FlowDefinition, id: string, change: Partial<Group>): FlowDefinition {
  const group = groupsOf(definition).get(id);
  return group === undefined ? definition : put(definition, id, bounded({ ...group, ...change }));
}

/**
 * Moves a group with what is in it: widgets, notes, and groups whose frames lie in its frame.
 * Grows: n in widgets and groups.
 */
export function moveGroup(definition: FlowDefinition, id: string, to: Point): FlowDefinition {
  const group = groupsOf(definition).get(id);
  if (group === undefined) return definition;
  const moved = ({ x, y }: Point): Point => ({ x: x + to.x - group.x, y: y + to.y - group.y });
  const boxes = [...cardBoxes(definition)].filter(([, box]) => isMiddleIn(group, box));
  const { notes, groups } = annotationsIn(definition, id);
  const withWidgets = moveWidgets(definition, new Map(boxes.map(([widget, box]) => [widget, moved(box)])));
  const withNotes = [...notes].reduce((now, [note, at]) => changeNote(now, note, moved(at)), withWidgets);
  const withInner = [...groups].reduce(
    (now, [each, frame]) => changeGroup(now, each, moved(frame)),
    withNotes,
  );
  return changeGroup(withInner, id, to);
}

/** The notes and groups, by id, that stand in a group and move with it. Grows: n in groups. */
export function annotationsIn(
  definition: FlowDefinition,
  id: string,
): { notes: ReadonlyMap<string, Note>; groups: ReadonlyMap<string, Group> } {
  const groups = groupsOf(definition);
  const group = groups.get(id);
  if (group === undefined) return { notes: new Map(), groups: new Map() };
  return {
    notes: new Map([...notesOf(definition)].filter(([, note]) => isMiddleIn(group, note))),
    groups: new Map([...groups].filter(([each, frame]) => each !== id && isIn(group, frame))),
  };
}

/** Removes the frame; what is in it stays. Grows: n in groups. */
export function removeGroup(definition: FlowDefinition, id: string): FlowDefinition {
  return withoutEntry(definition, 'groups', id);
}

/** The ids of the widgets in a frame. Grows: n in widgets. */
export function membersOf(definition: FlowDefinition, frame: Frame): string[] {
  return membersAmong(cardBoxes(definition), frame);
}

/** The ids of the widgets in each of these groups. Grows: n² in widgets and groups. */
export function membersByGroup(
  definition: FlowDefinition,
  groups: ReadonlyMap<string, Group>,
): ReadonlyMap<string, string[]> {
  const boxes = cardBoxes(definition);
  return new Map([...groups].map(([id, group]) => [id, membersAmong(boxes, group)]));
}

/** The titles of the groups in which a widget is, by its id; nothing for those in none. Grows: n² in widgets and groups. */
export function groupTitlesByWidget(definition: FlowDefinition): ReadonlyMap<string, readonly string[]> {
  const groups = groupsOf(definition);
  const titles = new Map<string, string[]>();
  if (groups.size === 0) return titles;
  for (const [id, members] of membersByGroup(definition, groups)) {
    const title = groups.get(id)?.title ?? '';
    if (title !== '')
      for (const member of members) {
        const known = titles.get(member);
        if (known === undefined) titles.set(member, [title]);
        else known.push(title);
      }
  }
  return titles;
}

/** The ids of the groups that have one of these widgets. Grows: n in widgets and groups. */
export function groupsWith(definition: FlowDefinition, widgets: ReadonlySet<string>): string[] {
  const boxes = [...cardBoxes(definition)].flatMap(([id, box]) => (widgets.has(id) ? [box] : []));
  return [...groupsOf(definition)].flatMap(([id, group]) =>
    boxes.some((box) => isMiddleIn(group, box)) ? [id] : [],
  );
}

/**
 * `after` with frames that follow what they had in `before`: a frame whose widgets all went the same way goes with them.
 * With `keepsMembers` a frame also grows to what has left it, as when others make room for a new card.
 * Grows: n² in widgets and groups.
 */
export function followMembers(
  before: FlowDefinition,
  after: FlowDefinition,
  { keepsMembers }: { keepsMembers: boolean },
): FlowDefinition {
  if (before === after || groupsOf(before).size === 0) return after;
  const [from, to] = [cardBoxes(before), cardBoxes(after)];
  const present = groupsOf(after);
  let followed = after;
  for (const [id, group] of groupsOf(before)) {
    const now = present.get(id);
    // Who changed the frame itself has decided where it stands.
    if (now === undefined || !isSameFrame(now, group)) continue;
    const members = membersAmong(from, group).filter((member) => to.has(member));
    const [first, ...others] = members.map((member) => distance(from.get(member), to.get(member)));
    if (first === undefined) continue;
    const wentTogether = others.every(({ x, y }) => x === first.x && y === first.y);
    if (wentTogether) {
      followed = changeGroup(followed, id, { x: group.x + first.x, y: group.y + first.y });
    } else if (keepsMembers && members.some((member) => !isIn(group, to.get(member)))) {
      followed = changeGroup(followed, id, frameAround(to, members) ?? {});
    }
  }
  return followed;
}

function put(definition: FlowDefinition, id: string, group: Group): FlowDefinition {
  const entries = entriesOf(definition, 'groups');
  const entry = entries[id];
  return withEntries(definition, 'groups', { ...entries, [id]: { ...(isObject(entry) && entry), ...group } });
}

function frameAround(all: ReadonlyMap<string, Frame>, widgets: Iterable<string>): Frame | null {
  const bounds = boundsOf([...widgets].flatMap((id) => all.get(id) ?? []));
  if (bounds === null) return null;
  const { x, y, width, height } = bounds;
  return { x: x - padding, y: y - padding, width: width + 2 * padding, height: height + 2 * padding };
}

function membersAmong(boxes: ReadonlyMap<string, Frame>, frame: Frame): string[] {
  return [...boxes].flatMap(([id, box]) => (isMiddleIn(frame, box) ? [id] : []));
}

function isIn(frame: Frame, box: Frame | undefined): boolean {
  return box !== undefined && isFrameIn(frame, box);
}

function isSameFrame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function distance(from: Point | undefined, to: Point | undefined): Point {
  return from === undefined || to === undefined ? { x: 0, y: 0 } : { x: to.x - from.x, y: to.y - from.y };
}

function bounded({ color, title, collapsed, ...frame }: Group): Group {
  return { ...boundedFrame(frame, sizeLimits), color, title, collapsed };
}

function readGroup(entry: Json): Group | null {
  if (!isObject(entry)) return null;
  const frame = readFrame(entry, defaultSize);
  if (frame === null) return null;
  const title = typeof entry.title === 'string' ? entry.title : '';
  return bounded({ ...frame, color: readColor(entry, 'blue'), title, collapsed: entry.collapsed === true });
}
