/** Edit commands: copy and paste through the clipboard as JSON text, and duplicate in place. */

import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { widgetIds } from '../graph.ts';
import { isObject } from '../json/json.ts';
import { generateName, uniqueName } from './add-widget.ts';
import { mapTransitions, targetName, withoutNext } from './definition-access.ts';
import { setPosition } from './move-widgets.ts';
import { renameReferences } from './rename-references.ts';
import { isWidgetName } from './rename-widget.ts';

/** The definition with the new widgets, and their ids in order. */
export type PastedWidgets = { definition: FlowDefinition; ids: string[] };

/** Default distance of a copy from its original, in canvas units. */
const copyOffset = 40;

/** The widgets as JSON text, `{"states": […]}`, with the cords between them; triggers are left out. */
export function copyWidgets(definition: FlowDefinition, widgets: Iterable<string>): string {
  return JSON.stringify({ states: selectStates(definition, widgets).map(({ state }) => state) }, null, 2);
}

/**
 * Adds the widgets of a text written by `copyWidgets`, of a flow definition, of a list of widgets or of a single
 * one. Their upper left corner is placed at `at`, or 40 beside the originals for null. Duplicate names get a
 * number; cords and references among the copies are updated, cords to other widgets are dropped. `reason` explains
 * a text without widgets.
 */
export function pasteWidgets(
  definition: FlowDefinition,
  text: string,
  at: Point | null,
): ({ ok: true } & PastedWidgets) | { ok: false; reason: string } {
  const states = parseStates(text);
  if (states === null) return { ok: false, reason: 'The clipboard holds no widgets.' };
  const pasted = states.filter((state) => state.type !== 'trigger');
  if (pasted.length === 0)
    return { ok: false, reason: 'The clipboard holds only a trigger, and a flow has one already.' };
  const corner = topLeftOf(pasted);
  const by = at === null ? { x: copyOffset, y: copyOffset } : { x: at.x - corner.x, y: at.y - corner.y };
  const placed = pasted.map((state, index) => {
    const old = offsetOf(state) ?? { x: corner.x + index * copyOffset, y: corner.y + index * copyOffset };
    return setPosition(state, { x: old.x + by.x, y: old.y + by.y });
  });
  return { ok: true, ...appendCopies(definition, placed) };
}

/**
 * Duplicates widgets within the flow: each 40 to the right of and below its original, or at its position in
 * `places`, by the id of the original. Cords among them are kept, others dropped; triggers are not copied.
 */
export function duplicateWidgets(
  definition: FlowDefinition,
  widgets: Iterable<string>,
  places: ReadonlyMap<string, Point> = new Map(),
): PastedWidgets {
  const copies = selectStates(definition, widgets).map(({ state, id }) => {
    const old = offsetOf(state) ?? { x: 0, y: 0 };
    return setPosition(state, places.get(id) ?? { x: old.x + copyOffset, y: old.y + copyOffset });
  });
  return appendCopies(definition, copies);
}

/** The widgets in the order of the flow without triggers, with only the cords among them. */
function selectStates(definition: FlowDefinition, widgets: Iterable<string>): { state: State; id: string }[] {
  const wanted = new Set(widgets);
  const ids = widgetIds(definition);
  const chosen = definition.states.flatMap((state, index) => {
    const id = ids[index] ?? '';
    return wanted.has(id) && state.type !== 'trigger' ? [{ state, id }] : [];
  });
  const names = new Set(chosen.flatMap(({ id }) => targetName(definition, id) ?? []));
  return chosen.map(({ state, id }) => ({ id, state: keepInternalCords(state, names) }));
}

function appendCopies(definition: FlowDefinition, copies: State[]): PastedWidgets {
  const names = new Map<string, string>();
  const ids: string[] = [];
  let extended = definition;
  for (const copy of copies) {
    const old = typeof copy.name === 'string' ? copy.name : '';
    const name = isWidgetName(old) ? uniqueName(extended, old) : generateName(extended, copy.type);
    if (old !== '' && !names.has(old)) names.set(old, name);
    ids.push(name);
    extended = { ...extended, states: [...extended.states, { ...copy, name }] };
  }
  if (copies.length === 0) return { definition, ids };
  const known = new Set(names.keys());
  const states = extended.states.map((state, index) => {
    if (index < definition.states.length) return state;
    const reconnected = mapTransitions(keepInternalCords(state, known), (each) => {
      const next = names.get(each.next ?? '');
      return next === undefined || next === each.next ? each : { ...each, next };
    });
    return renameReferences(reconnected, names);
  });
  return { definition: { ...extended, states }, ids };
}

function keepInternalCords(state: State, names: ReadonlySet<string>): State {
  return mapTransitions(state, (each) => (names.has(each.next ?? '') ? each : withoutNext(each)));
}

function parseStates(text: string): State[] | null {
  const value = parseJson(text);
  const list = isObject(value) ? (Array.isArray(value.states) ? value.states : [value]) : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.every((each) => isObject(each) && typeof each.type === 'string') ? (list as State[]) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function topLeftOf(states: State[]): Point {
  const places = states.flatMap((state) => offsetOf(state) ?? []);
  if (places.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}
