/**
 * Rebasing: operations that were made on one copy, as they are on another that has changed meanwhile. They
 * follow widgets to their new names, items to their new places and texts to their new positions. Nothing about the other
 * change is needed but the two copies, so that days of them are one step.
 */

import type { State } from '../definition.ts';
import { renameInTemplate } from '../edit/rename-references.ts';
import type { Json } from '../json/json.ts';
import { WorkBudget } from '../work-budget/work-budget.ts';
import { applyOperation, valueAt } from './apply.ts';
import type { Operation, Optional, Path } from './operation.ts';
import { pairItems } from './pair-items.ts';
import { followRenamesInValue } from './rename-widgets.ts';
import {
  applyTextEdit,
  collide,
  composeTextEdits,
  diffTextFinely,
  type TextEdit,
  transformTextEdit,
} from './text-edit.ts';
import { hasStates, indexOfWidget, type WorkingCopy } from './working-copy.ts';

type TextOperation = Extract<Operation, { kind: 'edit-text' }>;

/**
 * How texts changed between two copies, where that is known to the character: comparing them cannot tell which of two
 * equal characters is the new one.
 */
export type KnownTextEdits = ReadonlyMap<string, TextEdit>;

/** `lost` are operations about what is not there any more; `known` is as it is after the operations. */
export type Rebased = { operations: Operation[]; lost: Operation[]; known: KnownTextEdits };

/** The edits of texts among the operations, those of one text as one. n log n in their parts. */
export function knownTextEdits(operations: readonly Operation[]): KnownTextEdits {
  const byPlace = new Map<string, TextEdit[]>();
  for (const operation of operations) {
    if (operation.kind !== 'edit-text') continue;
    const place = placeOf(operation);
    const edits = byPlace.get(place);
    if (edits === undefined) byPlace.set(place, [operation.edit]);
    else edits.push(operation.edit);
  }
  return new Map([...byPlace].map(([place, edits]) => [place, composeAll(edits)]));
}

/** Composes neighbours first, so that each part is written log n times. */
function composeAll(edits: readonly TextEdit[]): TextEdit {
  let composed = edits;
  while (composed.length > 1)
    composed = composed.flatMap((first, at) => {
      if (at % 2 === 1) return [];
      const second = composed[at + 1];
      return [second === undefined ? first : composeTextEdits(first, second)];
    });
  return composed[0] as TextEdit;
}

/**
 * The operations, made one after the other on `from`, as they are on `to`. The items of each list are paired once and
 * followed from then on, so that it is linear in the operations, apart from copying what they change. `onCollision` gets
 * those of an undo that edit characters which have changed.
 *
 * @throws LimitExceeded when the work of the context is spent
 */
export function rebaseOperations(
  operations: readonly Operation[],
  from: WorkingCopy,
  to: WorkingCopy,
  known: KnownTextEdits = new Map(),
  onCollision?: (rebased: Operation) => void,
  context: RebaseContext = new RebaseContext(),
): Rebased & { before: WorkingCopy; after: WorkingCopy } {
  const result = { operations: [] as Operation[], lost: [] as Operation[], known: new Map(known) };
  let [before, after] = [from, to];
  for (const operation of operations) {
    const sides = { from: before, to: after, known: result.known, context, onCollision };
    const rebased = rebaseOperation(operation, sides);
    const made = applyOperation(before, operation);
    const next = rebased === null ? null : applyOperation(after, rebased);
    context.spendApplied(after, operation);
    before = made ?? before;
    after = next ?? after;
    if (rebased !== null && (next !== null || made === null)) {
      result.operations.push(rebased);
      if (made !== null) context.follow(operation, rebased, before, after);
      // An undo is meant to leave out what another author has changed since.
    } else if (!('ifUnchanged' in operation)) result.lost.push(operation);
  }
  return { ...result, before, after };
}

type KnownPairs = {
  before: Json[];
  after: Json[];
  /** Where each item before is after; -1 where it is gone. */
  pairs: number[];
};

type KnownNames = { before: unknown; after: unknown; names: ReadonlyMap<string, string> };

/** What is known of two copies from one operation to the next: which items are which, and how widgets are called. */
export class RebaseContext {
  readonly #work: WorkBudget;
  readonly #lists = new Map<string, KnownPairs>();
  #names: KnownNames = { before: null, after: null, names: new Map() };

  /** `work` is what may be spent in units; a page rebases whatever it has. */
  constructor(work = new WorkBudget(Number.POSITIVE_INFINITY)) {
    this.#work = work;
  }

  /** @throws LimitExceeded */
  spend(units: number): void {
    this.#work.spend('unit', units);
  }

  /** What it takes to make one step of operations. @throws LimitExceeded */
  spendComposed(operations: readonly Operation[]): void {
    for (const each of operations)
      this.spend(unitsOfOperation + (each.kind === 'edit-text' ? each.edit.length * unitsOfPart : 0));
  }

  /** What it takes to look at all widgets of two copies. @throws LimitExceeded */
  spendCompared({ widgets }: WorkingCopy): void {
    this.spend(widgets.length * unitsOfItem);
  }

  /** What an operation copies of what it changes. @throws LimitExceeded */
  spendApplied(copy: WorkingCopy, operation: Operation): void {
    const list = 'path' in operation ? valueAt(copy, operation.widget, operation.path) : undefined;
    this.spend(unitsOfOperation + (copy.widgets.length + (Array.isArray(list) ? list.length : 0)) / 4);
  }

  /** Old names to new ones, of the widgets that are in both copies. @throws LimitExceeded */
  names(from: WorkingCopy, to: WorkingCopy): ReadonlyMap<string, string> {
    const [before, after] = [from.definition.states, to.definition.states];
    if (this.#names.before === before && this.#names.after === after) return this.#names.names;
    this.spend(from.widgets.length * unitsOfItem);
    const names = renamedWidgets(from, to);
    this.#names = { before, after, names };
    return names;
  }

  /** Where each item of `before` is in `after`; -1 where it is gone. @throws LimitExceeded */
  pairs(widget: string | null, path: Path, before: Json[], after: Json[]): readonly number[] {
    const key = placeOf({ widget, path });
    const known = this.#lists.get(key);
    if (known?.before === before && known.after === after) return known.pairs;
    this.spend((before.length + after.length) * unitsOfPair);
    const found = pairItems(before, after);
    const pairs = before.map((_, at) => found.get(at) ?? -1);
    this.#lists.set(key, { before, after, pairs });
    return pairs;
  }

  /** The operation was applied to both copies, which gave these: what it moved is where it is now. */
  follow(operation: Operation, rebased: Operation, from: WorkingCopy, to: WorkingCopy): void {
    if (leavesNames(operation))
      this.#names = { ...this.#names, before: from.definition.states, after: to.definition.states };
    const [own, target] = [targetOf(operation), targetOf(rebased)];
    if (own === null || target === null) return;
    for (let depth = 0; depth <= own.path.length; depth += 1) {
      const place = { widget: own.widget, path: own.path.slice(0, depth) };
      const list = this.#lists.get(placeOf(place));
      if (list === undefined) continue;
      // A value at the place itself, such as a list that is set, is paired again when it is read.
      if (depth === own.path.length && !moveItems(list.pairs, operation, rebased)) continue;
      list.before = valueAt(from, place.widget, place.path) as Json[];
      list.after = valueAt(to, place.widget, target.path.slice(0, depth)) as Json[];
    }
  }
}

const unitsOfOperation = 100;
const unitsOfItem = 5;
/** Of an edit of a text, which is composed with others. */
const unitsOfPart = 100;
/** Comparing two texts character by character, which is bounded. */
const unitsOfTextDiff = 500_000;
/** Of an item of both lists: its key is written. */
const unitsOfPair = 100;

/** The pairs of a list after an operation on its items; false for any other operation. */
function moveItems(pairs: number[], operation: Operation, rebased: Operation): boolean {
  if (operation.kind === 'insert') {
    const { at: now } = rebased as typeof operation;
    for (const [at, pair] of pairs.entries()) if (pair >= now) pairs[at] = pair + 1;
    pairs.splice(operation.at, 0, now);
    return true;
  }
  if (operation.kind === 'delete') {
    const { at: now } = rebased as typeof operation;
    pairs.splice(operation.at, 1);
    for (const [at, pair] of pairs.entries()) if (pair > now) pairs[at] = pair - 1;
    return true;
  }
  return false;
}

type Target = { widget: string | null; path: Path };

function targetOf(operation: Operation): Target | null {
  if (operation.kind === 'connect') return { widget: operation.widget, path: ['transitions', operation.at] };
  return 'path' in operation ? operation : null;
}

/** False for an operation after which a widget may have another name. */
export function leavesNames(operation: Operation): boolean {
  switch (operation.kind) {
    case 'insert':
    case 'delete':
    case 'reorder':
    case 'connect':
      return true;
    case 'set':
    case 'edit-text':
      return operation.path.length > 1;
    default:
      return false;
  }
}

function placeOf({ widget, path }: Target): string {
  return JSON.stringify([widget, path]);
}

/** Two copies, of which one is changed further by its author, the other by everybody else. */
type Sides = {
  from: WorkingCopy;
  to: WorkingCopy;
  known: Map<string, TextEdit>;
  context: RebaseContext;
  onCollision: ((rebased: Operation) => void) | undefined;
};

function rebaseOperation(operation: Operation, sides: Sides): Operation | null {
  const { from, to, context } = sides;
  const names = context.names(from, to);
  const rename = (value: Json) => followRenamesInValue(value, names);
  switch (operation.kind) {
    case 'set': {
      const path = rebasePath(operation, sides);
      if (path === null) return null;
      const renamed = isName(path) ? (value: Json) => names.get(value as string) ?? value : rename;
      return {
        ...operation,
        path,
        ...mapped('from', operation.from, renamed),
        ...mapped('to', operation.to, renamed),
      };
    }
    case 'edit-text': {
      const path = rebasePath(operation, sides);
      return path === null ? null : rebaseText({ ...operation, path }, operation, names, sides);
    }
    case 'insert': {
      const place = rebaseInsertion(operation, operation.at, sides);
      return place === null ? null : { ...operation, ...place, value: rename(operation.value) };
    }
    case 'delete': {
      const item = rebaseItem(operation, operation.at, sides);
      return item === null ? null : { ...operation, ...item, value: rename(operation.value) };
    }
    case 'reorder': {
      const item = rebaseItem(operation, operation.from, sides);
      if (item === null) return null;
      const list = valueAt(to, operation.widget, item.path) as Json[];
      return { ...operation, path: item.path, from: item.at, to: Math.min(operation.to, list.length - 1) };
    }
    case 'connect': {
      const item = rebaseItem({ ...operation, path: ['transitions'] }, operation.at, sides);
      return item === null ? null : { ...operation, at: item.at };
    }
    case 'add-widget':
    case 'remove-widget':
      return {
        ...operation,
        ...(operation.state !== undefined && { state: rename(operation.state) as State }),
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
  names: ReadonlyMap<string, string>,
  { from, to, known, context, onCollision }: Sides,
): Operation | null {
  const before = valueAt(from, operation.widget, operation.path);
  const after = valueAt(to, operation.widget, rebased.path);
  if (typeof before !== 'string' || typeof after !== 'string') return null;
  const edit = operation.edit.map((part) =>
    typeof part === 'string' ? renameInTemplate(part, names) : part,
  );
  const place = placeOf(operation);
  const exact = before === after ? [] : known.get(place);
  context.spend((before.length + after.length) / 4 + (exact?.length ?? 0) * unitsOfItem);
  const isExact = exact !== undefined && applyTextEdit(before, exact) === after;
  // An undo would rather do nothing than delete a character of another author.
  if (!isExact && operation.ifUnchanged === true) return null;
  if (!isExact) context.spend(Math.min((before.length + after.length) ** 2, unitsOfTextDiff));
  const change = isExact ? exact : diffTextFinely(before, after);
  known.set(place, transformTextEdit(change, edit, 'before'));
  const result = { ...rebased, edit: transformTextEdit(edit, change) };
  if (operation.ifUnchanged === true && collide(edit, change)) onCollision?.(result);
  return result;
}

/** The path to the same value; null when the widget, or an item on the way, is not there any more. */
function rebasePath({ widget, path }: Target, { from, to, context }: Sides): Path | null {
  if (widget !== null && indexOfWidget(to, widget) === -1) return null;
  const rebased: (string | number)[] = [];
  for (const [depth, key] of path.entries()) {
    if (typeof key === 'string') {
      rebased.push(key);
      continue;
    }
    const [before, after] = [valueAt(from, widget, path.slice(0, depth)), valueAt(to, widget, rebased)];
    if (!Array.isArray(before) || !Array.isArray(after)) return null;
    const index = before === after ? key : context.pairs(widget, path.slice(0, depth), before, after)[key];
    if (index === undefined || index === -1) return null;
    rebased.push(index);
  }
  return rebased;
}

/** The list and the index of the same item; null when it is not there any more. */
function rebaseItem({ widget, path }: Target, at: number, sides: Sides): { path: Path; at: number } | null {
  const rebased = rebasePath({ widget, path: [...path, at] }, sides);
  return rebased === null ? null : { path: rebased.slice(0, -1), at: rebased.at(-1) as number };
}

/** Behind the item that it was behind, or behind the last before that which is still there. */
function rebaseInsertion(
  { widget, path }: Target,
  at: number,
  sides: Sides,
): { path: Path; at: number } | null {
  const { from, to, context } = sides;
  const rebased = rebasePath({ widget, path }, sides);
  if (rebased === null) return null;
  const [before, after] = [valueAt(from, widget, path), valueAt(to, widget, rebased)];
  if (!Array.isArray(before) || !Array.isArray(after)) return null;
  if (at >= before.length) return { path: rebased, at: after.length };
  const pairs = context.pairs(widget, path, before, after);
  for (let index = at - 1; index >= 0; index -= 1) {
    context.spend(1);
    const pair = pairs[index];
    if (pair !== undefined && pair !== -1) return { path: rebased, at: pair + 1 };
  }
  return { path: rebased, at: 0 };
}

/** Old names to new ones, of the widgets that are in both copies. */
function renamedWidgets(from: WorkingCopy, to: WorkingCopy): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (!hasStates(from.definition) || !hasStates(to.definition)) return names;
  // Of several widgets with one name, it leads to the first.
  const now = new Map([...widgetsByName(to)].map(([name, widget]) => [widget, name]));
  for (const [old, widget] of widgetsByName(from)) {
    const young = now.get(widget) ?? old;
    if (young !== old) names.set(old, young);
  }
  return names;
}

/** The widget to which each name leads. */
function widgetsByName({ definition, widgets }: WorkingCopy): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && name !== '' && !byName.has(name))
      byName.set(name, widgets[index] as string);
  });
  return byName;
}

/** Values that are names of widgets. */
function isName(path: Path): boolean {
  return path.at(-1) === 'next' || path.join('/') === 'definition/initial_state';
}

function mapped<Key extends 'from' | 'to'>(key: Key, value: Optional, change: (value: Json) => Json) {
  return value === undefined ? {} : { [key]: change(value) };
}
