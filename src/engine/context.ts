/** The variables of an execution and how steps change them. */

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
 * The context with `changes` made, in their order. What does not change is shared with the earlier context,
 * which stays as it was. What stands in the way of a path (a text where an object is needed) is replaced.
 */
export function applyChanges(context: Context, changes: readonly VariableChange[]): Context {
  let changed: JsonObject = context;
  for (const { path, value } of changes) changed = withValue(changed, path, 0, value);
  return changed as Context;
}

/** The context after the last of `steps`, which must begin with the first step of the execution. */
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

/** The address of a party: of the flow's channel with `context.flow`, of the other side with `context.contact`. */
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
