/** The context of an execution: its variables, as a persistent (structure-sharing) value. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { jsonSize } from '#flow/work-budget/json-size.ts';
import { LimitExceeded, type WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Context, VariableChange } from './execution.ts';

/** The context before the trigger. */
export function emptyContext(): Context {
  return {
    flow: { sid: '', flow_sid: '', channel: { address: '' }, data: {}, variables: {} },
    trigger: {},
    contact: { channel: { address: '' } },
    widgets: {},
  };
}

/**
 * The context with `changes` applied in order. The former context is not mutated, and unchanged parts are shared
 * with it. A scalar in the middle of a path is replaced by an object.
 */
export function applyChanges(context: Context, changes: readonly VariableChange[]): Context {
  let changed: JsonObject = context;
  for (const { path, value } of changes) changed = withValue(changed, path, 0, value);
  return changed as Context;
}

/** Bytes of a context as JSON. A value that stands in it twice counts twice. */
export const maxContextBytes = 2 * 1024 * 1024;

/** `changes` are those of its values that were not there already; `bytes` is how large they are as JSON. */
export type ContextUpdate = { context: Context; changes: VariableChange[]; bytes: number };

/**
 * Applies `changes` in order as `applyChanges` does, and spends what that costs from `work`. The size of the context is
 * kept from update to update, so that a change costs what it changes and not the whole context. Those of the `first`
 * step stay as they are, as the context may have them already.
 * @throws LimitExceeded when `work` does not suffice, the context becomes too large or a value is nested too deeply
 */
export function updateContext(
  context: Context,
  changes: readonly VariableChange[],
  work: WorkBudget,
  first: boolean,
): ContextUpdate {
  let size = contextSize(context);
  let updated = context;
  let bytes = 0;
  const made: VariableChange[] = [];
  for (const change of changes) {
    const old = first ? undefined : valueAt(updated, change.path);
    for (const part of differences(change.path, old, change.value, work)) {
      size += sizeDifference(updated, part.path, part.size, work);
      if (size > maxContextBytes) throw new LimitExceeded('The limit of 2 MB of variables was exceeded.');
      bytes += part.size + jsonSize(part.path);
      updated = withValue(updated, part.path, 0, part.value) as Context;
      made.push({ path: part.path, value: part.value });
    }
  }
  sizes.set(updated, size);
  return { context: updated, changes: made, bytes };
}

/** The value at `path`, or undefined; only own keys count. */
export function valueAt(context: Context, path: readonly string[]): Json | undefined {
  let value: Json | undefined = context;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The channel address of `context.flow` or of `context.contact`. */
export function channelAddress({ channel }: JsonObject): string {
  return isObject(channel) ? String(channel.address ?? '') : '';
}

const sizes = new WeakMap<Context, number>();

/** Bytes of a context as JSON: known of one that `updateContext` has made, counted of one from the database. */
function contextSize(context: Context): number {
  const known = sizes.get(context);
  if (known !== undefined) return known;
  const size = jsonSize(context);
  sizes.set(context, size);
  return size;
}

/** Objects above this size are compared member by member, so that one that changes in part is not stored as a whole. */
const comparedWhole = 1_000;

/** A change with the size of its value. */
type MeasuredChange = VariableChange & { size: number };

/** The changes that make `value` of `old`: none when they are equal. @throws LimitExceeded */
function differences(path: string[], old: Json | undefined, value: Json, work: WorkBudget): MeasuredChange[] {
  const size = jsonSize(value);
  work.spend('byte', size);
  if (old === undefined) return [{ path, value, size }];
  if (jsonEqual(old, value)) return [];
  if (size <= comparedWhole || !isObject(old) || !isObject(value)) return [{ path, value, size }];
  if (!Object.keys(old).every((key) => Object.hasOwn(value, key))) return [{ path, value, size }];
  return Object.entries(value).flatMap(([key, member]) =>
    differences([...path, key], Object.hasOwn(old, key) ? old[key] : undefined, member, work),
  );
}

/**
 * By how many bytes an object grows when a value of `size` bytes is set at that path. Spends for each variable next to
 * the path, which is copied. @throws LimitExceeded
 */
function sizeDifference(
  before: JsonObject,
  [key = '', ...rest]: readonly string[],
  size: number,
  work: WorkBudget,
): number {
  const siblings = Object.keys(before).length;
  work.spend('variable', 1 + siblings);
  const old = Object.hasOwn(before, key) ? before[key] : undefined;
  if (rest.length > 0 && isObject(old)) return sizeDifference(old, rest, size, work);
  // Objects that are missing on the path are made, with one key each.
  const member = rest.reduce((bytes, missing) => bytes + jsonSize(missing) + 3, size);
  if (old !== undefined) return member - jsonSize(old);
  return jsonSize(key) + 1 + member + (siblings === 0 ? 0 : 1);
}

function withValue(object: JsonObject, path: readonly string[], depth: number, value: Json): JsonObject {
  const key = path[depth];
  if (key === undefined) return isObject(value) ? value : object;
  if (depth === path.length - 1) return { ...object, [key]: value };
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return { ...object, [key]: withValue(isObject(inner) ? inner : {}, path, depth + 1, value) };
}
