/** Finds the operations that an edit was: a structural comparison of the content before and after it. */

import type { FlowDefinition, State } from '../definition.ts';
import { isWidgetName } from '../edit/rename-widget.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';
import type { FieldKind } from '../widgets/field.ts';
import { fieldsOf } from '../widgets/fields.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { applyOperations } from './apply.ts';
import { matchWidgets } from './match-widgets.ts';
import type { Operation, Optional, Path } from './operation.ts';
import { isListOfObjects, pairItems } from './pair-items.ts';
import { diffText } from './text-edit.ts';
import { type FlowContent, hasStates, nameOf, stateOf, type WorkingCopy } from './working-copy.ts';

/** Half of one choice and half of another is neither. */
const wholeValues: ReadonlySet<FieldKind> = new Set([
  'number',
  'duration',
  'toggle',
  'choice',
  'choices',
  'flow',
]);

/** True for a value of the flow itself that is edited by characters: its name, its description, the text of a note. */
function isTextOfFlow(path: Path): boolean {
  const place = path.join('/');
  return (
    place === 'name' ||
    place === 'definition/description' ||
    (place.startsWith('definition/ui/notes/') && path.length === 5 && path[4] === 'text')
  );
}

/** True for a value of the widget that is edited by characters, when it is a string. */
function isTextOfWidget(state: State, path: Path): boolean {
  const [part, key] = path;
  const last = path.at(-1);
  if (part === 'transitions') return path.length > 2 && (last === 'value' || last === 'friendly_name');
  if (part !== 'properties' || typeof key !== 'string') return false;
  if (path.length > 2) return last === 'value' || last === 'key';
  const type = widgetType(state.type);
  const field = type === undefined ? undefined : fieldsOf(type).find(({ property }) => property === key);
  return field === undefined || !wholeValues.has(field.kind);
}

/**
 * The operations that make `after` of the copy; applied to it they give exactly `after`, apart from the order of keys.
 * `newWidget` gives the identity of the nth new widget. Where parts of a definition cannot be told apart, because names
 * are missing or occur twice, the operation is one of a whole widget or of the whole definition.
 * Grows: n log n in widgets, n in transitions.
 */
export function operationsBetween(
  before: WorkingCopy,
  after: FlowContent,
  newWidget: (nth: number) => string,
): Operation[] {
  const widgets = matchedWidgets(before, after.definition, newWidget);
  const target = { ...after, widgets };
  if (!hasStates(before.definition) || !hasStates(after.definition)) return replaced(before, target);
  const script = new Script(before);
  structure(script, before, target);
  for (const widget of widgets) compareWidget(script, widget, target);
  script.add(compareValues(null, [], flowValues(script.copy), flowValues(target), isTextOfFlow));
  if (isSame(script.copy, target)) return script.operations;
  for (const widget of widgets) setWidget(script, widget, target);
  return isSame(script.copy, target) ? script.operations : replaced(before, target);
}

/** Operations, and the copy after them. */
class Script {
  copy: WorkingCopy;
  readonly operations: Operation[] = [];

  constructor(copy: WorkingCopy) {
    this.copy = copy;
  }

  add(operations: readonly Operation[]): void {
    this.operations.push(...operations);
    this.copy = applyOperations(this.copy, operations).copy;
  }
}

/** Which widgets there are, their names and their order. */
function structure(script: Script, before: WorkingCopy, target: WorkingCopy): void {
  const [old, young] = [new Set(before.widgets), new Set(target.widgets)];
  // Joined cords lead around a widget before it goes: then what leads to it is not disconnected first.
  for (const widget of before.widgets)
    if (!young.has(widget)) script.add([{ kind: 'remove-widget', widget }]);
  for (const widget of target.widgets) {
    const to = stateIn(target, widget).name;
    if (typeof to !== 'string' || to === stateOf(script.copy, widget)?.name || !isWidgetName(to)) continue;
    const from = nameOf(script.copy, widget);
    if (from !== null) script.add([{ kind: 'rename-widget', widget, from, to }]);
  }
  target.definition.states.forEach((state, at) => {
    const widget = target.widgets[at] as string;
    if (!old.has(widget)) script.add([{ kind: 'add-widget', widget, at, state }]);
  });
  const from = script.copy.widgets;
  if (from.join('\n') !== target.widgets.join('\n'))
    script.add([{ kind: 'order-widgets', from, to: target.widgets }]);
}

/** The state of a widget that is there. */
function stateIn(copy: WorkingCopy, widget: string): State {
  return stateOf(copy, widget) as State;
}

function compareWidget(script: Script, widget: string, target: WorkingCopy): void {
  const [before, after] = [stateIn(script.copy, widget), stateIn(target, widget)];
  if (before === after) return;
  const isText = (path: Path) => isTextOfWidget(after, path);
  const { transitions: old, ...others } = before;
  const { transitions: young, ...rest } = after;
  script.add(compareValues(widget, [], others, rest, isText));
  if (isListOfObjects(old) && isListOfObjects(young)) compareTransitions(script, widget, target, isText);
  else script.add(compareValues(widget, ['transitions'], old, young, isText));
}

function compareTransitions(
  script: Script,
  widget: string,
  target: WorkingCopy,
  isText: (path: Path) => boolean,
): void {
  const path = ['transitions'];
  const listOf = (copy: WorkingCopy) => stateIn(copy, widget).transitions as JsonObject[];
  const after = listOf(target);
  script.add(compareItems(widget, path, listOf(script.copy), after).operations);
  listOf(script.copy).forEach((old, at) => {
    const [from, to] = [targetOf(script.copy, old), targetOf(target, after[at] as JsonObject)];
    if (from === undefined || to === undefined || from === to) return;
    script.add([{ kind: 'connect', widget, at, from, to }]);
  });
  listOf(script.copy).forEach((old, at) => {
    script.add(compareValues(widget, [...path, at], old, after[at], isText));
  });
}

/** The widget a transition leads to, null for nowhere; undefined where only the `next` itself can say it. */
function targetOf(copy: WorkingCopy, { next }: JsonObject): string | null | undefined {
  if (next === undefined) return null;
  if (typeof next !== 'string' || next === '') return undefined;
  const index = copy.definition.states.findIndex((state) => state.name === next);
  return copy.widgets[index];
}

/** Items times edits of one list: beyond it the list changes as one value, which costs less than so many edits of it. */
const maxItemSteps = 500_000;

/**
 * Deletions, moves and insertions that bring the right items to the right places, whatever is in them; and the items as
 * they are then.
 */
function compareItems(
  widget: string,
  path: Path,
  before: readonly Json[],
  after: readonly Json[],
): { operations: Operation[]; items: readonly Json[] } {
  const pairs = pairItems(before, after);
  const operations: Operation[] = [];
  const present = [...before.keys()].filter((index) => pairs.has(index));
  const wanted = [...present].sort((a, b) => (pairs.get(a) ?? 0) - (pairs.get(b) ?? 0));
  const staying = longestAscent(wanted);
  const edits = before.length + after.length - 2 * staying.size;
  if (edits * Math.max(before.length, after.length) > maxItemSteps)
    return { operations: [{ kind: 'set', widget, path, from: [...before], to: [...after] }], items: after };
  for (let at = before.length - 1; at >= 0; at -= 1)
    if (!pairs.has(at)) operations.push({ kind: 'delete', widget, path, at, value: before[at] as Json });
  wanted.forEach((item, nth) => {
    if (staying.has(item)) return;
    const from = present.indexOf(item);
    present.splice(from, 1);
    const to = nth === 0 ? 0 : present.indexOf(wanted[nth - 1] ?? 0) + 1;
    present.splice(to, 0, item);
    operations.push({ kind: 'reorder', widget, path, from, to });
  });
  const kept = new Map([...pairs].map(([from, to]) => [to, before[from] as Json]));
  const items = after.map((value, at) => {
    if (!kept.has(at)) operations.push({ kind: 'insert', widget, path, at, value });
    return kept.get(at) ?? value;
  });
  return { operations, items };
}

/** The most items that already are in ascending order, found by patience sorting in n log n. */
function longestAscent(items: readonly number[]): ReadonlySet<number> {
  /** The last item of the best ascent of each length. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const item of items) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < item) low = middle + 1;
      else high = middle;
    }
    previous.set(item, ends[low - 1]);
    ends[low] = item;
  }
  const ascent = new Set<number>();
  for (let item = ends.at(-1); item !== undefined; item = previous.get(item)) ascent.add(item);
  return ascent;
}

function compareValues(
  widget: string | null,
  path: Path,
  before: Optional,
  after: Optional,
  isText: (path: Path) => boolean,
): Operation[] {
  if (sameOrBothAbsent(before, after)) return [];
  if (typeof before === 'string' && typeof after === 'string' && isText(path))
    return [{ kind: 'edit-text', widget, path, edit: diffText(before, after) }];
  if (isObject(before) && isObject(after) && path.at(-1) !== 'offset') {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      compareValues(widget, [...path, key], ownValue(before, key), ownValue(after, key), isText),
    );
  }
  if (widget !== null && isListOfObjects(before) && isListOfObjects(after)) {
    const { operations, items } = compareItems(widget, path, before, after);
    return [
      ...operations,
      ...items.flatMap((item, at) => compareValues(widget, [...path, at], item, after[at], isText)),
    ];
  }
  return [{ kind: 'set', widget, path, ...absentOr('from', before), ...absentOr('to', after) }];
}

function setWidget(script: Script, widget: string, target: WorkingCopy): void {
  const [from, to] = [stateIn(script.copy, widget), stateIn(target, widget)];
  if (!jsonEqual(from, to)) script.add([{ kind: 'set', widget, path: [], from, to }]);
}

/** What is edited besides the widgets. */
function flowValues({ name, definition }: FlowContent): Json {
  const { states: _, ...others } = definition;
  return { name, definition: others };
}

function replaced(before: WorkingCopy, after: WorkingCopy): Operation[] {
  const { definition, widgets } = after;
  const renamed: Operation[] =
    before.name === after.name
      ? []
      : [{ kind: 'edit-text', widget: null, path: ['name'], edit: diffText(before.name, after.name) }];
  if (jsonEqual(before.definition, definition)) return renamed;
  const [from, to] = [before.definition, definition];
  return [...renamed, { kind: 'replace', from, to, fromWidgets: before.widgets, toWidgets: widgets }];
}

function isSame(copy: WorkingCopy, target: WorkingCopy): boolean {
  return jsonEqual(copy.definition, target.definition);
}

/** The identity of each state of `after`: that of the widget it was before, or a new one. */
function matchedWidgets(
  before: WorkingCopy,
  after: FlowDefinition,
  newWidget: (nth: number) => string,
): string[] {
  if (!hasStates(after)) return [];
  if (!hasStates(before.definition)) return after.states.map((_, nth) => newWidget(nth));
  const old = before.definition.states;
  const found: (string | undefined)[] = after.states.map(() => undefined);
  const taken = new Set<string>();
  const take = (index: number, identity: string | undefined) => {
    if (identity === undefined || taken.has(identity)) return;
    found[index] = identity;
    taken.add(identity);
  };
  const byState = new Map(old.map((state, index) => [state, before.widgets[index]]));
  for (const [index, state] of after.states.entries()) take(index, byState.get(state));
  const [oldNames, newNames] = [uniqueNames(old), uniqueNames(after.states)];
  for (const [name, index] of newNames) take(index, before.widgets[oldNames.get(name) ?? -1]);
  // An edit of one widget leaves all others where they are.
  if (old.length === after.states.length && found.filter((each) => each === undefined).length === 1)
    take(found.indexOf(undefined), before.widgets[found.indexOf(undefined)]);
  if (found.includes(undefined) && oldNames.size === old.length && newNames.size === after.states.length) {
    for (const [from, to] of matchWidgets(before.definition, after))
      take(newNames.get(to) as number, before.widgets[oldNames.get(from) as number]);
  }
  let count = 0;
  return found.map((identity) => identity ?? newWidget(count++));
}

/** Index by name of the states that have a name of their own. */
function uniqueNames(states: readonly State[]): Map<string, number> {
  const names = new Map<string, number>();
  const repeated = new Set<string>();
  states.forEach(({ name }, index) => {
    if (typeof name !== 'string' || name === '') return;
    if (names.has(name)) repeated.add(name);
    names.set(name, index);
  });
  return new Map([...names].filter(([name]) => !repeated.has(name)));
}

function ownValue(object: { [key: string]: Json }, key: string): Optional {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function absentOr<Key extends string>(key: Key, value: Optional): { [each in Key]?: Json } {
  return value === undefined ? {} : ({ [key]: value } as { [each in Key]: Json });
}
