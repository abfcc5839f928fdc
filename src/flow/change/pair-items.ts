/** Which item of a list is which item of its later version. */

import type { Transition } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { pairTransitions } from './transition-pairs.ts';

/** Index before to index after, of the items that are in both. */
export type ItemPairs = ReadonlyMap<number, number>;

/** Pairs the items of a list of objects: transitions by what they are for, others by content and then by place. */
export function pairItems(before: readonly Json[], after: readonly Json[]): ItemPairs {
  if (areTransitions(before) && areTransitions(after)) return new Map(pairTransitions(before, after).pairs);
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && equalAt(before, start, after, start)) start += 1;
  let end = 0;
  while (end < limit - start && equalAt(before, before.length - 1 - end, after, after.length - 1 - end))
    end += 1;
  const pairs = new Map<number, number>();
  for (let index = 0; index < limit - end; index += 1) pairs.set(index, index);
  for (let index = 1; index <= end; index += 1) pairs.set(before.length - index, after.length - index);
  return pairs;
}

/** True for a list whose items are addressed one by one; any other list is one value. */
export function isListOfObjects(value: unknown): value is JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

function areTransitions(list: readonly unknown[]): list is readonly Transition[] {
  return list.every((item) => isObject(item) && typeof item.event === 'string');
}

function equalAt(before: readonly Json[], at: number, after: readonly Json[], other: number): boolean {
  return jsonEqual(before[at] ?? null, after[other] ?? null);
}
