/** The context of an execution: its variables, as a persistent (structure-sharing) value. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import type { Context, Step, VariableChange } from './execution.ts';

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

/** The context after the last of `steps`, which must start with the first step of the execution. */
export function contextAfter(steps: readonly Pick<Step, 'changes'>[]): Context {
  return steps.reduce((context, { changes }) => applyChanges(context, changes), emptyContext());
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

function withValue(object: JsonObject, path: readonly string[], depth: number, value: Json): JsonObject {
  const key = path[depth];
  if (key === undefined) return isObject(value) ? value : object;
  if (depth === path.length - 1) return { ...object, [key]: value };
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return { ...object, [key]: withValue(isObject(inner) ? inner : {}, path, depth + 1, value) };
}
