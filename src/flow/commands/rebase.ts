/**
 * Rebasing: operations that were made on one copy, as they are on another that somebody else has changed meanwhile. They
 * follow widgets to their new names, items to their new places and texts to their new positions. Nothing about the other
 * change is needed but the two copies, so that days of them are one step.
 */

import type { State } from '../definition.ts';
import { mapStrings, renameInTemplate } from '../edit/rename-references.ts';
import type { Json } from '../json/json.ts';
import { applyOperation, valueAt } from './apply.ts';
import type { Operation, Optional, Path } from './command.ts';
import { diffTextFinely } from './diff-finely.ts';
import { pairItems } from './pair-items.ts';
import { applyTextEdit, composeTextEdits, type TextEdit, transformTextEdit } from './text-edit.ts';
import { hasStates, jsonOf, type WorkingCopy } from './working-copy.ts';

type TextOperation = Extract<Operation, { kind: 'edit-text' }>;

/**
 * How texts changed between two copies, where that is known to the character: comparing them cannot tell which of two
 * equal characters is the new one.
 */
export type KnownTextEdits = ReadonlyMap<string, TextEdit>;

/** `lost` are operations about what is not there any more; `known` is as it is after the operations. */
export type Rebased = { operations: Operation[]; lost: Operation[]; known: KnownTextEdits };

/** The edits of texts among the operations. */
export function knownTextEdits(operations: readonly Operation[]): KnownTextEdits {
  const known = new Map<string, TextEdit>();
  for (const operation of operations) {
    if (operation.kind !== 'edit-text') continue;
    const earlier = known.get(placeOf(operation));
    known.set(
      placeOf(operation),
      earlier === undefined ? operation.edit : composeTextEdits(earlier, operation.edit),
    );
  }
  return known;
}

/** The operations, made one after the other on `from`, as they are on `to`. */
export function rebaseOperations(
  operations: readonly Operation[],
  from: WorkingCopy,
  to: WorkingCopy,
  known: KnownTextEdits = new Map(),
): Rebased {
  if (from === to) return { operations: [...operations], lost: [], known };
  const result = { operations: [] as Operation[], lost: [] as Operation[], known: new Map(known) };
  let [before, after] = [from, to];
  for (const operation of operations) {
    const rebased = rebaseOperation(operation, before, after, result.known);
    const made = applyOperation(before, operation);
    const next = rebased === null ? null : applyOperation(after, rebased);
    before = made ?? before;
    after = next ?? after;
    if (rebased !== null && (next !== null || made === null)) result.operations.push(rebased);
    // An undo is meant to leave out what somebody else has changed since.
    else if (!('ifUnchanged' in operation)) result.lost.push(operation);
  }
  return result;
}

function placeOf({ widget, path }: { widget: string | null; path: Path }): string {
  return JSON.stringify([widget, path]);
}

function rebaseOperation(
  operation: Operation,
  from: WorkingCopy,
  to: WorkingCopy,
  known: Map<string, TextEdit>,
): Operation | null {
  const names = renamedWidgets(from, to);
  const rename = (value: Json) => renameInValue(value, names);
  switch (operation.kind) {
    case 'set': {
      const path = rebasePath(operation, from, to);
      if (path === null) return null;
      const renamed = isName(path) ? (value: Json) => renameName(value, names) : rename;
      return {
        ...operation,
        path,
        ...mapped('from', operation.from, renamed),
        ...mapped('to', operation.to, renamed),
      };
    }
    case 'edit-text': {
      const path = rebasePath(operation, from, to);
      return path === null ? null : rebaseText({ ...operation, path }, operation, { from, to, names, known });
    }
    case 'insert': {
      const place = rebaseInsertion(operation, operation.at, from, to);
      return place === null ? null : { ...operation, ...place, value: rename(operation.value) };
    }
    case 'delete': {
      const path = rebasePath({ ...operation, path: [...operation.path, operation.at] }, from, to);
      const at = path?.at(-1);
      if (path === null || typeof at !== 'number') return null;
      return { ...operation, path: path.slice(0, -1), at, value: rename(operation.value) };
    }
    case 'reorder': {
      const path = rebasePath({ ...operation, path: [...operation.path, operation.from] }, from, to);
      const at = path?.at(-1);
      const list = path === null ? undefined : valueAt(to, operation.widget, path.slice(0, -1));
      if (path === null || typeof at !== 'number' || !Array.isArray(list)) return null;
      return { ...operation, path: path.slice(0, -1), from: at, to: Math.min(operation.to, list.length - 1) };
    }
    case 'connect': {
      const path = rebasePath({ widget: operation.widget, path: ['transitions', operation.at] }, from, to);
      const at = path?.at(-1);
      return typeof at === 'number' ? { ...operation, at } : null;
    }
    case 'add-widget': {
      const state = rename(jsonOf(operation.state));
      return { ...operation, state: state as State };
    }
    case 'remove-widget':
      return {
        ...operation,
        ...(operation.state !== undefined && { state: rename(jsonOf(operation.state)) as State }),
      };
    case 'rename-widget': {
      const now = names.get(operation.from);
      return now === undefined || operation.ifUnchanged === true ? operation : { ...operation, from: now };
    }
    case 'order-widgets':
    case 'replace':
      return operation;
  }
}

function rebaseText(
  rebased: TextOperation,
  operation: TextOperation,
  {
    from,
    to,
    names,
    known,
  }: {
    from: WorkingCopy;
    to: WorkingCopy;
    names: ReadonlyMap<string, string>;
    known: Map<string, TextEdit>;
  },
): Operation | null {
  const before = valueAt(from, operation.widget, operation.path);
  const after = valueAt(to, operation.widget, rebased.path);
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  const edit = operation.edit.map((part) =>
    typeof part === 'string' ? renameInTemplate(part, names) : part,
  );
  const place = placeOf(operation);
  const exact = before === after ? [] : known.get(place);
  const isExact = exact !== undefined && applyTextEdit(before, exact) === after;
  // An undo would rather do nothing than delete a character of somebody else.
  if (!isExact && operation.ifUnchanged === true) return null;
  const change = isExact ? exact : diffTextFinely(before, after);
  known.set(place, transformTextEdit(change, edit, 'before'));
  return { ...rebased, edit: transformTextEdit(edit, change) };
}

/** The path to the same value; null when the widget, or an item on the way, is not there any more. */
function rebasePath(
  { widget, path }: { widget: string | null; path: Path },
  from: WorkingCopy,
  to: WorkingCopy,
): Path | null {
  if (widget !== null && !to.widgets.includes(widget)) return null;
  const rebased: (string | number)[] = [];
  for (const [depth, key] of path.entries()) {
    if (typeof key === 'string') {
      rebased.push(key);
      continue;
    }
    const [before, after] = [valueAt(from, widget, path.slice(0, depth)), valueAt(to, widget, rebased)];
    if (!Array.isArray(before) || !Array.isArray(after)) return null;
    const index = before === after ? key : pairItems(before, after).get(key);
    if (index === undefined) return null;
    rebased.push(index);
  }
  return rebased;
}

/** Behind the item that it was behind, or behind the last before that which is still there. */
function rebaseInsertion(
  { widget, path }: { widget: string; path: Path },
  at: number,
  from: WorkingCopy,
  to: WorkingCopy,
): { path: Path; at: number } | null {
  const rebased = rebasePath({ widget, path }, from, to);
  if (rebased === null) return null;
  const [before, after] = [valueAt(from, widget, path), valueAt(to, widget, rebased)];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  if (at >= before.length) return { path: rebased, at: after.length };
  const pairs = pairItems(before, after);
  for (let index = at - 1; index >= 0; index -= 1) {
    const pair = pairs.get(index);
    if (pair !== undefined) return { path: rebased, at: pair + 1 };
  }
  return { path: rebased, at: 0 };
}

/** Old names to new ones, of the widgets that are in both copies. */
function renamedWidgets(from: WorkingCopy, to: WorkingCopy): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (!hasStates(from.definition) || !hasStates(to.definition)) return names;
  if (from.definition.states === to.definition.states) return names;
  const now = new Map(to.widgets.map((widget, index) => [widget, to.definition.states[index]?.name]));
  const renamed = from.widgets.flatMap((widget, index) => {
    const [old, young] = [from.definition.states[index]?.name, now.get(widget)];
    return typeof old !== 'string' || typeof young !== 'string' || old === young
      ? []
      : [{ widget, old, young }];
  });
  if (renamed.length === 0) return names;
  // Of several widgets with one name, it leads to the first.
  const [before, after] = [widgetsByName(from), widgetsByName(to)];
  for (const { widget, old, young } of renamed)
    if (before.get(old) === widget && after.get(young) === widget) names.set(old, young);
  return names;
}

/** The widget to which each name leads. */
function widgetsByName({ definition, widgets }: WorkingCopy): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && name !== '' && !byName.has(name)) byName.set(name, widgets[index] ?? '');
  });
  return byName;
}

/** Names in templates and, where the value is a widget or a transition, in `next`. */
function renameInValue(value: Json, names: ReadonlyMap<string, string>): Json {
  if (names.size === 0) return value;
  return renameNext(
    mapStrings(value, (text) => renameInTemplate(text, names)),
    names,
  );
}

function renameNext(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameNext(item, names));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.event === 'string' && typeof value.next === 'string')
    return { ...value, next: names.get(value.next) ?? value.next };
  const transitions = value.transitions;
  return Array.isArray(transitions) ? { ...value, transitions: renameNext(transitions, names) } : value;
}

function renameName(value: Json, names: ReadonlyMap<string, string>): Json {
  return typeof value === 'string' ? (names.get(value) ?? value) : value;
}

/** Values that are names of widgets. */
function isName(path: Path): boolean {
  return path.at(-1) === 'next' || path.join('/') === 'definition/initial_state';
}

function mapped<Key extends 'from' | 'to'>(key: Key, value: Optional, change: (value: Json) => Json) {
  return value === undefined ? {} : { [key]: change(value) };
}
