/** JSON Pointers (RFC 6901) in URI fragment form, as findings use them: `#/states/3/properties/timeout`. */

import { isObject, type Json } from './json.ts';

export type Pointer = string;

/** The pointer for `path`; `[]` gives `#`. Keys are escaped as RFC 6901 says. Grows: n in keys. */
export function pointer(...path: readonly (string | number)[]): Pointer {
  return ['#', ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The reference tokens of a pointer, from the root; indices stay text. Grows: n in keys. */
export function pathOf(target: Pointer): string[] {
  const [, ...keys] = target.split('/');
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at `path`; undefined where nothing is. Grows: n in path. */
export function valueAt(root: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}
