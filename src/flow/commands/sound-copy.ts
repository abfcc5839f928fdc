/**
 * What a working copy has to be so that it can be opened: of the shape that the types of a definition say, however wrong a
 * flow it is. Validation finds what is wrong with a flow; this finds what no page, no rule and no edit can read.
 */

import type { WorkingCopy } from '../change/working-copy.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { type Pointer, pointer } from '../json/json-pointer.ts';
import { maxStates } from '../schema/definition-schema.ts';
import { jsonSize, maxJsonLevels } from '../work-budget/json-size.ts';
import { LimitExceeded, type WorkBudget } from '../work-budget/work-budget.ts';

/** Bytes of a definition as JSON. */
export const maxDefinitionBytes = 1024 * 1024;
/** Of a working copy: a flow with more than can be saved is opened and made smaller. */
export const maxCopyStates = 2 * maxStates;

/** What belongs where something else was found. */
export type Expected = 'text' | 'object' | 'list' | 'texts' | 'widgets' | 'identities' | 'shallow';

/** Where a copy breaks: `place` is in the definition, `found` an excerpt of what is there, as JSON. */
export type Damage = { place: Pointer; expected: Expected; found: string };

type Place = readonly (string | number)[];
type Found = { path: Place; expected: Expected; value: unknown };

/** Bytes and shape of a state are looked at once: copies share what an edit did not change. */
type StateReport = { bytes: number; damage: Found | null };

const knownStates = new WeakMap<object, StateReport>();
const knownLists = new WeakMap<object, { bytes: number; damage: Found | null }>();

/** A sound copy from which another was made by a command, and what looking at that one may cost. */
export type SoundBefore = { copy: WorkingCopy; work?: WorkBudget | undefined };

/**
 * Where the copy, which may be any JSON, is not what can be opened; null for a sound one. The first call grows with the
 * size of the copy, later ones with what changed and the number of widgets: in a widget that changed, with what is different
 * from the copy before and the length of the lists in which that is.
 * Grows: n in widgets.
 *
 * @throws LimitExceeded when the work is spent
 */
export function damageOf(copy: unknown, before: SoundBefore | null = null): Damage | null {
  const found = findDamage(copy, before);
  return found && { place: pointer(...found.path), expected: found.expected, found: excerptOf(found.value) };
}

/** Bytes of the definition of a sound copy as JSON. Grows: n in widgets. */
export function definitionBytes({ definition }: WorkingCopy): number {
  const { states, ...frame } = definition;
  return jsonSize({ ...frame, states: [] }) + reportOf(states).bytes;
}

/** Of an entry of a list or an object, whose value may stand elsewhere too. */
const bytesOfEntry = 8;

/**
 * Bytes, about, that `after` takes besides `before`: of the widgets that changed, the lists and objects that an edit copied
 * with what is new in them. Both are sound. Grows: n in widgets.
 */
export function addedBytes(before: WorkingCopy, after: WorkingCopy): number {
  const [old, young] = [before.definition.states, after.definition.states];
  if (old === young) return 0;
  const known = new Set(old);
  const changed = young.filter((state) => !known.has(state));
  if (changed.length === 0) return 0;
  const byName = new Map(old.map((state) => [state.name, state]));
  const added = changed.map((state) => addedIn(byName.get(state.name) as Json | undefined, state as Json));
  return added.reduce((sum, bytes) => sum + bytes, 0);
}

/** What stood in the one before is shared: of a list wherever it was in that. Texts count, as they may be equal and apart. */
function addedIn(before: Json | undefined, after: Json): number {
  if (typeof after === 'string') return after.length;
  if (typeof after !== 'object' || after === null || after === before) return 0;
  if (Array.isArray(after)) return addedInList(Array.isArray(before) ? before : [], after);
  const old = isObject(before) ? before : {};
  let bytes = 0;
  for (const key in after) bytes += bytesOfEntry + addedIn(old[key], after[key] ?? null);
  return bytes;
}

function addedInList(before: readonly Json[], after: readonly Json[]): number {
  const { start, end } = sharedEnds(before, after);
  const old = new Set(before.slice(start, before.length - end));
  let bytes = bytesOfEntry * after.length;
  for (let index = start; index < after.length - end; index++) {
    const item = after[index] ?? null;
    if (typeof item === 'string' || !old.has(item)) bytes += addedIn(before[index], item);
  }
  return bytes;
}

/**
 * The limit that the copy exceeds and the one before did not, or by less; null where none. Both are sound.
 * Grows: n in widgets.
 */
export function exceededLimit(before: WorkingCopy, after: WorkingCopy): 'bytes' | 'states' | null {
  if (before.definition === after.definition) return null;
  const { length } = after.definition.states;
  if (length > maxCopyStates && length > before.definition.states.length) return 'states';
  const bytes = definitionBytes(after);
  return bytes > maxDefinitionBytes && bytes > definitionBytes(before) ? 'bytes' : null;
}

function findDamage(copy: unknown, before: SoundBefore | null): Found | null {
  if (!isObject(copy)) return { path: [], expected: 'object', value: copy };
  const { name, definition, widgets } = copy;
  if (typeof name !== 'string') return { path: ['friendly_name'], expected: 'text', value: name };
  if (!isObject(definition)) return { path: [], expected: 'object', value: definition };
  const { states, ...frame } = definition;
  if (!Array.isArray(states)) return { path: ['states'], expected: 'widgets', value: states };
  return (
    firstOf(frame, frameTests) ??
    depthOf(frame) ??
    reportOf(states, before).damage ??
    damageOfIdentities(widgets, states.length)
  );
}

function damageOfIdentities(widgets: unknown, count: number): Found | null {
  const isComplete =
    Array.isArray(widgets) &&
    widgets.length === count &&
    widgets.every((each) => typeof each === 'string' && each !== '') &&
    new Set(widgets).size === count;
  return isComplete ? null : { path: ['states'], expected: 'identities', value: widgets };
}

/** Bytes of the list's items with the commas between them. */
function reportOf(
  states: readonly unknown[],
  before: SoundBefore | null = null,
): { bytes: number; damage: Found | null } {
  const known = knownLists.get(states);
  if (known !== undefined) return known;
  const old = before?.copy.definition.states;
  const report = { bytes: Math.max(0, states.length - 1), damage: null as Found | null };
  for (const [index, state] of states.entries()) {
    const { bytes, damage } = isObject(state)
      ? reportOfState(state, old?.length === states.length ? old[index] : undefined, before?.work)
      : { bytes: 0, damage: { path: [], expected: 'object', value: state } as const };
    report.bytes += bytes;
    if (damage !== null) report.damage ??= { ...damage, path: ['states', index, ...damage.path] };
  }
  knownLists.set(states, report);
  return report;
}

/** `old` is the state that it may have been made from. */
function reportOfState(state: JsonObject, old?: JsonObject, work?: WorkBudget): StateReport {
  const known = knownStates.get(state);
  if (known !== undefined) return known;
  const knownOld = old && knownStates.get(old);
  const from = old && knownOld?.damage === null ? { state: old, bytes: knownOld.bytes, work } : null;
  const report = sizeOf(state, from) ?? { bytes: 0, damage: { path: [], expected: 'shallow', value: state } };
  report.damage ??= damageOfState(state, from?.state);
  knownStates.set(state, report);
  return report;
}

/** What a state was made from: sound, with its bytes. */
type Origin = { state: JsonObject; bytes: number; work: WorkBudget | undefined };

/** Two levels are around a state. Null where it is nested too deeply. */
function sizeOf(value: JsonObject, from: Origin | null = null): StateReport | null {
  const added = (state: JsonObject) =>
    from ? from.bytes + addedSize(from.state, state, 0, from.work) : null;
  try {
    return { bytes: added(value) ?? jsonSize(value, levelsOfState), damage: null };
  } catch (error) {
    // Of a budget that is spent nothing is known.
    if (error instanceof LimitExceeded && (from?.work?.left ?? 1) > 0) return null;
    throw error;
  }
}

const levelsOfState = maxJsonLevels - 2;

/** Units for each item of a list that is compared with the one before, and was copied when the command was applied. */
const unitsPerItem = 2;

/** Bytes of `after` beyond those of `before`, which it shares what did not change with; `depth` is that in the state. */
function addedSize(before: Json, after: Json, depth: number, work: WorkBudget | undefined): number {
  if (before === after) return 0;
  const size = (value: Json) => jsonSize(value, levelsOfState - depth);
  const inside = (old: Json, young: Json) => addedSize(old, young, depth + 1, work);
  if (depth === levelsOfState) return size(after) - size(before);
  const sizeInside = (value: Json) => jsonSize(value, levelsOfState - depth - 1);
  if (Array.isArray(before) && Array.isArray(after)) {
    work?.spend('unit', unitsPerItem * (before.length + after.length));
    let bytes = commas(after.length) - commas(before.length);
    for (const [old, young] of changedItems(before, after)) {
      if (old !== undefined && young !== undefined) bytes += inside(old, young);
      else bytes += young === undefined ? -sizeInside(old ?? null) : sizeInside(young);
    }
    return bytes;
  }
  if (!isObject(before) || !isObject(after)) return size(after) - size(before);
  const [oldKeys, youngKeys] = [Object.keys(before), Object.keys(after)];
  work?.spend('unit', unitsPerItem * (oldKeys.length + youngKeys.length));
  let bytes = commas(youngKeys.length) - commas(oldKeys.length);
  for (const key of youngKeys) {
    const young = after[key] ?? null;
    bytes += Object.hasOwn(before, key)
      ? inside(before[key] ?? null, young)
      : jsonSize(key) + 1 + sizeInside(young);
  }
  for (const key of oldKeys)
    if (!Object.hasOwn(after, key)) bytes -= jsonSize(key) + 1 + sizeInside(before[key] ?? null);
  return bytes;
}

const commas = (length: number) => Math.max(0, length - 1);

/** The items between those that both lists begin and end with, one of each at a time; the shorter one has none at the end. */
function changedItems<T>(before: readonly T[], after: readonly T[]): [T | undefined, T | undefined][] {
  const { start, end } = sharedEnds(before, after);
  const length = Math.max(before.length, after.length) - start - end;
  return Array.from({ length }, (_, at) => [
    start + at < before.length - end ? before[start + at] : undefined,
    start + at < after.length - end ? after[start + at] : undefined,
  ]);
}

/** How many items both lists begin with, and end with after these. */
function sharedEnds(before: readonly unknown[], after: readonly unknown[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { start, end };
}

function depthOf(frame: JsonObject): Found | null {
  return sizeOf(frame) === null ? { path: ['ui'], expected: 'shallow', value: frame.ui } : null;
}

function damageOfState(state: JsonObject, old?: JsonObject): Found | null {
  return firstOf(state, stateTests) ?? eachOf(state, 'transitions', damageOfTransition, old);
}

function damageOfTransition(transition: JsonObject, old?: JsonObject): Found | null {
  return firstOf(transition, transitionTests) ?? eachOf(transition, 'conditions', damageOfCondition, old);
}

function damageOfCondition(condition: JsonObject): Found | null {
  return firstOf(condition, conditionTests);
}

/** A key that may be absent, and what it has to be otherwise. */
type Test = { expected: Expected; test: (value: unknown) => boolean };

const isText: Test = { expected: 'text', test: (value) => typeof value === 'string' };
const isTextOrNull: Test = {
  expected: 'text',
  test: (value) => value === null || typeof value === 'string',
};
const isRecord: Test = { expected: 'object', test: isObject };
const isTexts: Test = {
  expected: 'texts',
  test: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

const frameTests = {
  ...{ description: isText, initial_state: isText, $schema: isText },
  ...{ flags: isRecord, ui: isRecord },
};
const stateTests = { name: isText, type: isText, properties: isRecord };
const transitionTests = { event: isText, next: isTextOrNull };
const conditionTests = { friendly_name: isText, type: isText, value: isText, arguments: isTexts };

/** Paths are made where something is found: there may be thousands of conditions. */
function firstOf(owner: JsonObject, tests: Readonly<Record<string, Test>>): Found | null {
  for (const key in tests) {
    const { expected, test } = tests[key] as Test;
    const value = owner[key];
    if (!test(value) && Object.hasOwn(owner, key)) return { path: [key], expected, value };
  }
  return null;
}

/** The first damage of the objects in the list at a key, which may be absent; what `oldOwner` has there is sound. */
function eachOf(
  owner: JsonObject,
  key: string,
  damageOfItem: (item: JsonObject, old?: JsonObject) => Found | null,
  oldOwner?: JsonObject,
): Found | null {
  if (!Object.hasOwn(owner, key)) return null;
  const list = owner[key];
  if (!Array.isArray(list)) return { path: [key], expected: 'list', value: list };
  const oldList = oldOwner?.[key];
  if (oldList === list) return null;
  const old = Array.isArray(oldList) ? oldList : [];
  const { start, end } = sharedEnds(old, list);
  for (let index = start; index < list.length - end; index++) {
    const item = list[index];
    const oldItem = old.length === list.length ? old[index] : undefined;
    if (item === oldItem && item !== undefined) continue;
    const damage = isObject(item)
      ? damageOfItem(item, isObject(oldItem) ? oldItem : undefined)
      : { path: [], expected: 'object' as const, value: item };
    if (damage !== null) return { ...damage, path: [key, index, ...damage.path] };
  }
  return null;
}

const maxExcerptLength = 60;

/** Short: of what is large only the kind. */
function excerptOf(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isObject(value)) return '{…}';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, maxExcerptLength) : value);
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength)}…` : text;
}
