/** The texts inside a JSON value. */

import { isObject, type Json } from './json.ts';

/**
 * Every string inside a JSON value, with the keys and indices that lead to it after `path`. The depth of a definition is
 * bounded. Grows: n in values.
 */
export function stringsIn(
  value: Json | undefined,
  path: (string | number)[] = [],
): { text: string; path: (string | number)[] }[] {
  if (typeof value === 'string') return [{ text: value, path }];
  if (Array.isArray(value)) return value.flatMap((each, at) => stringsIn(each, [...path, at]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => stringsIn(each, [...path, key]));
}
