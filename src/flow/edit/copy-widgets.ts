/** Edit commands: copy and paste through the clipboard as JSON text, and duplicate in place. Notes and groups go along. */

import { boundsOf } from '../annotations/entries.ts';
import {
  type AnnotationRef,
  type Annotations,
  addAnnotations,
  annotationsWith,
  framesOf,
  hasAnnotations,
  readAnnotations,
  removeAnnotations,
  type Selection,
  widgetsOfSelection,
} from '../annotations/travelling.ts';
import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { widgetIds } from '../graph.ts';
import { isObject } from '../json/json.ts';
import { FreeNames } from './add-widget.ts';
import { mapTransitions, targetNames, withoutNext } from './definition-access.ts';
import { setPosition } from './move-widgets.ts';
import { removeAndReconnect } from './remove-widgets.ts';
import { renameReferences } from './rename-references.ts';
import { isWidgetName } from './rename-widget.ts';

/** The definition with the new widgets, their ids in order, and the new notes and groups. */
export type PastedWidgets = { definition: FlowDefinition; ids: string[]; annotations: AnnotationRef[] };

/** Default distance of a copy from its original, in canvas units. */
const copyOffset = 40;

/**
 * The selection as JSON text, `{"states": […]}`, with the cords between its widgets, and with `ui` where notes or groups
 * go along; triggers are left out.
 * Grows: n in widgets.
 */
export function copyWidgets(definition: FlowDefinition, selection: Selection): string {
  const widgets = widgetsOfSelection(definition, selection);
  const states = selectStates(definition, widgets).map(({ state }) => state);
  const annotations = annotationsWith(definition, selection);
  return JSON.stringify({ states, ...(hasAnnotations(annotations) && { ui: annotations }) }, null, 2);
}

/** True when a copy of the selection has something in it. Grows: n in widgets. */
export function isCopyable(definition: FlowDefinition, selection: Selection): boolean {
  const widgets = widgetsOfSelection(definition, selection);
  return selectStates(definition, widgets).length > 0 || selection.annotation !== null;
}

/** Removes what `copyWidgets` copies; what led to a widget leads to where its main path goes on. Grows: n in widgets. */
export function cutWidgets(definition: FlowDefinition, selection: Selection): FlowDefinition {
  const rest = removeAndReconnect(definition, widgetsOfSelection(definition, selection));
  return removeAnnotations(rest, annotationsWith(definition, selection));
}

/**
 * Adds the widgets, notes and groups of a text written by `copyWidgets`, of a flow definition, of a list of widgets or of
 * a single one. Their upper left corner is placed at `at`; for null, 40 to the right of and below the originals. Duplicate
 * names get a number; cords and references among the copies are updated, cords to other widgets are dropped. `reason`
 * explains a text without any of these.
 * Grows: n in widgets.
 */
export function pasteWidgets(
  definition: FlowDefinition,
  text: string,
  at: Point | null,
): ({ ok: true } & PastedWidgets) | { ok: false; reason: string } {
  const copied = parseCopied(text);
  if (copied === null) return { ok: false, reason: 'The clipboard holds no widgets.' };
  const { states, annotations } = copied;
  const pasted = states.filter((state) => state.type !== 'trigger');
  if (pasted.length === 0 && !hasAnnotations(annotations))
    return { ok: false, reason: 'The clipboard holds only a trigger, and a flow has one already.' };
  const corner = cornerOf(pasted, annotations);
  const by = at === null ? { x: copyOffset, y: copyOffset } : { x: at.x - corner.x, y: at.y - corner.y };
  const placed = pasted.map((state, index) => {
    const old = offsetOf(state) ?? { x: corner.x + index * copyOffset, y: corner.y + index * copyOffset };
    return setPosition(state, { x: old.x + by.x, y: old.y + by.y });
  });
  return { ok: true, ...appendCopies(definition, placed, annotations, by) };
}

/**
 * Duplicates a selection within the flow: 40 to the right of and below the originals, or with each widget at its position
 * in `places`, by the id of the original, and notes and groups as far from theirs as the first of these widgets. Cords
 * among the copies are kept, others dropped; triggers are not copied.
 * Grows: n in widgets.
 */
export function duplicateWidgets(
  definition: FlowDefinition,
  selection: Selection,
  places: ReadonlyMap<string, Point> = new Map(),
): PastedWidgets {
  const selected = selectStates(definition, widgetsOfSelection(definition, selection));
  const copies = selected.map(({ state, id }) => {
    const old = offsetOf(state) ?? { x: 0, y: 0 };
    return setPosition(state, places.get(id) ?? { x: old.x + copyOffset, y: old.y + copyOffset });
  });
  const [first] = selected;
  const to = first && places.get(first.id);
  const from = first && offsetOf(first.state);
  const by = to && from ? { x: to.x - from.x, y: to.y - from.y } : { x: copyOffset, y: copyOffset };
  return appendCopies(definition, copies, annotationsWith(definition, selection), by);
}

/** The widgets in the order of the flow without triggers, with only the cords among them. */
function selectStates(definition: FlowDefinition, widgets: Iterable<string>): { state: State; id: string }[] {
  const wanted = new Set(widgets);
  const ids = widgetIds(definition);
  const chosen = definition.states.flatMap((state, index) => {
    const id = ids[index] ?? '';
    return wanted.has(id) && state.type !== 'trigger' ? [{ state, id }] : [];
  });
  const nameOf = targetNames(definition);
  const names = new Set(chosen.flatMap(({ id }) => nameOf.get(id) ?? []));
  return chosen.map(({ state, id }) => ({ id, state: keepInternalCords(state, names) }));
}

function appendCopies(
  before: FlowDefinition,
  copies: State[],
  annotations: Annotations,
  by: Point,
): PastedWidgets {
  const { definition, added } = addAnnotations(before, annotations, by);
  const names = new Map<string, string>();
  const ids: string[] = [];
  const free = new FreeNames(definition);
  const named: State[] = [];
  for (const copy of copies) {
    const old = typeof copy.name === 'string' ? copy.name : '';
    const name = isWidgetName(old) ? free.like(old) : free.forType(copy.type);
    free.take(name);
    if (old !== '' && !names.has(old)) names.set(old, name);
    ids.push(name);
    named.push({ ...copy, name });
  }
  const extended = { ...definition, states: [...definition.states, ...named] };
  if (copies.length === 0) return { definition, ids, annotations: added };
  const known = new Set(names.keys());
  const states = extended.states.map((state, index) => {
    if (index < definition.states.length) return state;
    const reconnected = mapTransitions(keepInternalCords(state, known), (each) => {
      const next = names.get(each.next ?? '');
      return next === undefined || next === each.next ? each : { ...each, next };
    });
    return renameReferences(reconnected, names);
  });
  return { definition: { ...extended, states }, ids, annotations: added };
}

function keepInternalCords(state: State, names: ReadonlySet<string>): State {
  return mapTransitions(state, (each) => (names.has(each.next ?? '') ? each : withoutNext(each)));
}

function parseCopied(text: string): { states: State[]; annotations: Annotations } | null {
  const value = parseJson(text);
  const annotations = readAnnotations(isObject(value) ? value.ui : undefined);
  const list = isObject(value) ? (Array.isArray(value.states) ? value.states : [value]) : value;
  if (!Array.isArray(list) || (list.length === 0 && !hasAnnotations(annotations))) return null;
  const areStates = list.every((each) => isObject(each) && typeof each.type === 'string');
  return areStates ? { states: list as State[], annotations } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cornerOf(states: State[], annotations: Annotations): Point {
  const points = states
    .flatMap((state) => offsetOf(state) ?? [])
    .map((at) => ({ ...at, width: 0, height: 0 }));
  return boundsOf([...points, ...framesOf(annotations)]) ?? { x: 0, y: 0 };
}
