/** The variables of an execution after one of its steps, and what that step added or changed. Pure. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { pathOf, pointer } from '#flow/json/json-pointer.ts';
import type { JsonMark } from '../ui/display/json-tree.tsx';

type Changes = readonly { path: readonly string[]; value: Json }[];

/** `marks` is keyed by JSON pointer; the counts are of keys, those inside of something new included. */
export type ContextAfter = {
  context: JsonObject;
  marks: ReadonlyMap<string, JsonMark>;
  added: number;
  changed: number;
};

const emptyContext: JsonObject = { flow: {}, trigger: {}, contact: {}, widgets: {} };

type Step = { changes: Changes };

type Sum = { before: JsonObject; after: JsonObject };

/**
 * What was added up once, by step: walking through a thousand of them, and one more that comes in live, adds up nothing
 * again. A sum holds as long as what was before the step is the same.
 */
const sums = new WeakMap<Step, Sum>();

/** The context after the first `count` steps. The sums share all that no step changes. */
function sumOf(steps: readonly Step[], count: number): JsonObject {
  let context = emptyContext;
  for (const step of steps.slice(0, count)) {
    let sum = sums.get(step);
    if (sum?.before !== context) {
      sum = { before: context, after: applyChanges(context, step.changes) };
      sums.set(step, sum);
    }
    context = sum.after;
  }
  return context;
}

/** Adds up the changes of the first `count` steps; the marks are those of the last of them. `steps` must not change. */
export function contextAfter(steps: readonly Step[], count: number): ContextAfter {
  const before = sumOf(steps, Math.max(0, count - 1));
  const own = steps[count - 1]?.changes ?? [];
  const context = sumOf(steps, count);
  const marks = new Map<string, JsonMark>();
  if (own.length > 0) markDifferences(before, context, [], marks);
  let added = 0;
  let changed = 0;
  for (const [place, mark] of marks) {
    if (mark.mark === 'changed') changed += 1;
    else added += countKeys(valueAt(context, place));
  }
  return { context, marks, added, changed };
}

function applyChanges(context: JsonObject, changes: Changes): JsonObject {
  return changes.reduce((sum, { path, value }) => withValue(sum, path, value), context);
}

/** A copy with `value` at `path`; values on the path that are not objects are replaced. */
function withValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return isObject(value) ? value : object;
  if (rest.length === 0) return { ...object, [key]: value };
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return { ...object, [key]: withValue(isObject(inner) ? inner : {}, rest, value) };
}

function markDifferences(
  before: JsonObject,
  after: JsonObject,
  path: string[],
  marks: Map<string, JsonMark>,
): void {
  if (before === after) return;
  for (const [key, value] of Object.entries(after)) {
    const below = [...path, key];
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (old === undefined) marks.set(pointer(...below), { mark: 'added' });
    else if (isObject(old) && isObject(value)) markDifferences(old, value, below, marks);
    else if (!jsonEqual(old, value)) marks.set(pointer(...below), { mark: 'changed', old });
  }
}

function valueAt(context: JsonObject, place: string): Json {
  return pathOf(place).reduce<Json>((value, key) => (isObject(value) ? (value[key] ?? null) : null), context);
}

function countKeys(value: Json): number {
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, each) => sum + countKeys(each), 1);
}
