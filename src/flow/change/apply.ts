/** Applies operations to a working copy. */

import { type State, type Transition, transitionsOf } from '../definition.ts';
import { isNameTaken, uniqueName } from '../edit/add-widget.ts';
import {
  mapStates,
  mapTransitions,
  rootWidgetId,
  targetName,
  withoutNext,
} from '../edit/definition-access.ts';
import { renameReferences } from '../edit/rename-references.ts';
import { isWidgetName, renameWidgetAt } from '../edit/rename-widget.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';
import type { Operation, Optional, Path } from './operation.ts';
import { applyTextEdit } from './text-edit.ts';
import {
  hasStates,
  identityOf,
  indexOfWidget,
  nameOf,
  stateOf,
  type WorkingCopy,
  withStateAt,
} from './working-copy.ts';

/** `skipped` are operations that changed nothing because what they are about is gone or, for an undo, not as it was. */
export type Applied = { copy: WorkingCopy; skipped: Operation[] };

type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

/**
 * Applies operations one after the other. It never throws: an operation that cannot be applied is skipped. Of an undo that
 * would remove a widget which others use meanwhile, nothing is applied.
 * Grows: n in operations.
 */
export function applyOperations(copy: WorkingCopy, operations: readonly Operation[]): Applied {
  if (operations.some((each) => each.kind === 'remove-widget' && isInUse(copy, each, operations)))
    return { copy, skipped: [...operations] };
  const skipped: Operation[] = [];
  let result = copy;
  for (const operation of operations) {
    const next = applyOperation(result, operation);
    if (next === null) skipped.push(operation);
    else result = next;
  }
  return { copy: result, skipped };
}

/** The copy after the operation; null when it cannot be applied. */
export function applyOperation(copy: WorkingCopy, operation: Operation): WorkingCopy | null {
  if (operation.kind === 'replace') return replace(copy, operation);
  if (!hasStates(copy.definition) && operation.kind !== 'set' && operation.kind !== 'edit-text') return null;
  switch (operation.kind) {
    case 'set':
      return changeAt(copy, operation, (value) =>
        operation.ifUnchanged === true && !sameOrBothAbsent(value, operation.from)
          ? null
          : { value: besideOthers(value, operation) },
      );
    case 'edit-text':
      return changeAt(copy, operation, (value = '') =>
        typeof value === 'string' ? { value: applyTextEdit(value, operation.edit) } : null,
      );
    case 'insert':
      return changeList(copy, operation, (list) => list.toSpliced(operation.at, 0, operation.value));
    case 'delete':
      return changeList(copy, operation, (list) => deleteItem(list, operation));
    case 'reorder':
      return changeList(copy, operation, (list) => {
        const item = list[operation.from];
        return item === undefined ? null : list.toSpliced(operation.from, 1).toSpliced(operation.to, 0, item);
      });
    case 'connect':
      return connect(copy, operation);
    case 'add-widget':
      return addWidget(copy, operation);
    case 'remove-widget':
      return removeWidget(copy, operation.widget);
    case 'rename-widget':
      return rename(copy, operation);
    case 'order-widgets':
      return orderWidgets(copy, operation);
  }
}

/** The value that a `set` leaves. Two people may put the first things into `ui`, or into a part of it, at once: all stay. */
function besideOthers(present: Optional, { widget, path, from, to }: OperationOf<'set'>): Optional {
  if (widget !== null || path[1] !== 'ui' || from !== undefined) return to;
  return withKeysOf(present, to);
}

function withKeysOf(present: Optional, added: Optional): Optional {
  if (!isObject(present) || !isObject(added)) return added;
  const entries = Object.entries(added).map(([key, value]) => [
    key,
    (Object.hasOwn(present, key) ? withKeysOf(present[key], value) : value) ?? null,
  ]);
  return { ...present, ...Object.fromEntries(entries) };
}

/** The value at a path of a widget, or of the flow; undefined when there is none. Grows: n in widgets. */
export function valueAt(copy: WorkingCopy, widget: string | null, path: Path): Optional {
  let value: Optional = rootOf(copy, widget);
  for (const key of path) {
    if (typeof key === 'number') value = Array.isArray(value) ? value[key] : undefined;
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Identities of the other widgets that lead to the widget, once for each of their transitions, sorted. */
export function sourcesOf(copy: WorkingCopy, widget: string): string[] {
  const name = nameOf(copy, widget);
  if (name === null) return [];
  return copy.definition.states
    .flatMap((state, index) => {
      const source = copy.widgets[index] as string;
      if (source === widget) return [];
      return transitionsOf(state).flatMap(({ next }) => (next === name ? [source] : []));
    })
    .sort();
}

function rootOf(copy: WorkingCopy, widget: string | null): Optional {
  if (widget === null) return { name: copy.name, definition: copy.definition };
  return stateOf(copy, widget);
}

/** `ifUnchanged` of a removal: the widget is as its author left it, and only what led to it then does so now. */
function isInUse(
  copy: WorkingCopy,
  { widget, state, sources = [], ifUnchanged }: OperationOf<'remove-widget'>,
  operations: readonly Operation[],
): boolean {
  const current = stateOf(copy, widget);
  if (ifUnchanged !== true || current === undefined) return false;
  if (!sameOrBothAbsent(current, state)) return true;
  const removed = new Set(operations.map((each) => (each.kind === 'remove-widget' ? each.widget : null)));
  const known = [...sources];
  return sourcesOf(copy, widget).some((source) => {
    if (removed.has(source)) return false;
    const at = known.indexOf(source);
    if (at === -1) return true;
    known.splice(at, 1);
    return false;
  });
}

type Target = { widget: string | null; path: Path };

/** Changes the value at a path. `change` gives null when it cannot. */
function changeAt(
  copy: WorkingCopy,
  { widget, path }: Target,
  change: (value: Optional) => { value: Optional } | null,
): WorkingCopy | null {
  const root = rootOf(copy, widget);
  if (root === undefined) return null;
  const changed = changeIn(root, path, change);
  if (changed === null) return null;
  if (changed.value === root) return copy;
  if (!isObject(changed.value)) return null;
  if (widget !== null) return withWidget(copy, widget, changed.value as State);
  const { name, definition } = changed.value;
  if (typeof name !== 'string' || !isObject(definition) || !isSameStructure(copy, definition)) return null;
  return { ...copy, name, definition: definition as WorkingCopy['definition'] };
}

/** The list of widgets changes by operations of its own: their identities stand next to it. */
function isSameStructure(copy: WorkingCopy, definition: JsonObject): boolean {
  return copy.definition.states === definition.states;
}

function changeIn(
  value: Optional,
  path: Path,
  change: (value: Optional) => { value: Optional } | null,
): { value: Optional } | null {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (typeof key === 'number') {
    if (!Array.isArray(value) || key < 0 || key >= value.length) return null;
    const changed = changeIn(value[key], rest, change);
    if (changed === null || changed.value === undefined) return null;
    return { value: changed.value === value[key] ? value : value.with(key, changed.value) };
  }
  if (!isObject(value) || key === '__proto__') return null;
  const old = Object.hasOwn(value, key) ? value[key] : undefined;
  const changed = changeIn(old, rest, change);
  if (changed === null) return null;
  if (changed.value === old) return { value };
  if (changed.value !== undefined) return { value: { ...value, [key]: changed.value } };
  const { [key]: _, ...others } = value;
  return { value: others };
}

function changeList(
  copy: WorkingCopy,
  target: Target,
  change: (list: Json[]) => Json[] | null,
): WorkingCopy | null {
  return changeAt(copy, target, (value) => {
    const list = Array.isArray(value) ? change(value) : null;
    return list === null ? null : { value: list };
  });
}

function deleteItem(list: Json[], { at, value, ifUnchanged }: OperationOf<'delete'>): Json[] | null {
  const item = list[at];
  if (item === undefined || (ifUnchanged === true && !jsonEqual(item, value))) return null;
  return list.toSpliced(at, 1);
}

function withWidget(copy: WorkingCopy, widget: string, state: State): WorkingCopy {
  return withStateAt(copy, indexOfWidget(copy, widget), state);
}

function connect(
  copy: WorkingCopy,
  { widget, at, from, to, ifUnchanged }: OperationOf<'connect'>,
): WorkingCopy | null {
  const target = to === null ? '' : nameOf(copy, to);
  if (target === null) return null;
  return changeAt(copy, { widget, path: ['transitions', at] }, (value) => {
    if (!isObject(value)) return null;
    const { next } = value;
    const present = typeof next === 'string' && next !== '' ? identityOf(copy, next) : null;
    if (ifUnchanged === true && present !== from) return null;
    const disconnected = withoutNext(value as Transition);
    return { value: target === '' ? disconnected : { ...value, next: target } };
  });
}

function addWidget(copy: WorkingCopy, { widget, at, state }: OperationOf<'add-widget'>): WorkingCopy | null {
  if (copy.widgets.includes(widget)) return null;
  const { definition } = copy;
  const added = withFreeName(copy, state);
  return {
    ...copy,
    definition: { ...definition, states: definition.states.toSpliced(at, 0, added) },
    widgets: copy.widgets.toSpliced(at, 0, widget),
  };
}

/** The state under another name where its own has been taken meanwhile; references to itself follow. */
function withFreeName({ definition }: WorkingCopy, state: State): State {
  const { name } = state;
  if (typeof name !== 'string' || name === '' || !isNameTaken(definition, name)) return state;
  const free = uniqueName(definition, name);
  const renamed = mapTransitions({ ...state, name: free }, (each) =>
    each.next === name ? { ...each, next: free } : each,
  );
  return renameReferences(renamed, new Map([[name, free]]));
}

function removeWidget(copy: WorkingCopy, widget: string): WorkingCopy | null {
  const index = copy.widgets.indexOf(widget);
  if (index === -1) return null;
  const name = nameOf(copy, widget);
  const definition = { ...copy.definition, states: copy.definition.states.toSpliced(index, 1) };
  const widgets = copy.widgets.toSpliced(index, 1);
  if (name === null || isNameTaken(definition, name)) return { ...copy, definition, widgets };
  const disconnected = mapStates(definition, (state) =>
    mapTransitions(state, (each) => (each.next === name ? withoutNext(each) : each)),
  );
  const root = disconnected.initial_state === name ? rootWidgetId(disconnected) : null;
  const first = root && targetName(disconnected, root);
  return {
    ...copy,
    widgets,
    definition: first === null ? disconnected : { ...disconnected, initial_state: first },
  };
}

function rename(
  copy: WorkingCopy,
  { widget, from, to, ifUnchanged }: OperationOf<'rename-widget'>,
): WorkingCopy | null {
  const index = copy.widgets.indexOf(widget);
  const state = copy.definition.states[index];
  if (state === undefined || !isWidgetName(to)) return null;
  if (ifUnchanged === true && state.name !== from) return null;
  if (state.name === to) return copy;
  const result = renameWidgetAt(copy.definition, index, uniqueName(copy.definition, to));
  return result.ok ? { ...copy, definition: result.definition } : null;
}

/** Widgets that the list does not name stay where they are, among the others. */
function orderWidgets(
  copy: WorkingCopy,
  { from, to, ifUnchanged }: OperationOf<'order-widgets'>,
): WorkingCopy | null {
  const { widgets, definition } = copy;
  const listed = new Set(to.filter((each) => widgets.includes(each)));
  if (ifUnchanged === true) {
    const order = widgets.filter((each) => from.includes(each));
    if (order.join('\n') !== from.filter((each) => widgets.includes(each)).join('\n')) return null;
  }
  const queue = [...listed];
  const sorted = mapPreservingIdentity([...widgets], (each) =>
    listed.has(each) ? (queue.shift() ?? each) : each,
  );
  const states = sorted.map((each) => stateOf(copy, each) as State);
  return { ...copy, widgets: sorted, definition: { ...definition, states } };
}

function replace(
  copy: WorkingCopy,
  { from, to, toWidgets, ifUnchanged }: OperationOf<'replace'>,
): WorkingCopy | null {
  if (ifUnchanged === true && !jsonEqual(copy.definition, from)) return null;
  if (!isObject(to)) return null;
  const definition = to as WorkingCopy['definition'];
  const widgets = hasStates(definition) ? toWidgets : [];
  const isComplete =
    widgets.length === (hasStates(definition) ? definition.states.length : 0) &&
    new Set(widgets).size === widgets.length;
  return isComplete ? { ...copy, definition, widgets } : null;
}
