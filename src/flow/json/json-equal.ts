/** Deep equality of JSON values. */

import type { Json } from './json.ts';

/** True when both are deeply equal; the order of keys does not matter, that of items does. Grows: n in values. */
export function jsonEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  // Loops, not every(): a merge of 1,000 widgets compares tens of thousands of values.
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let at = 0; at < a.length; at += 1) if (!jsonEqual(a[at] ?? null, b[at] ?? null)) return false;
    return true;
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys)
    if (!Object.hasOwn(b, key) || !jsonEqual(a[key] ?? null, b[key] ?? null)) return false;
  return true;
}

/** The same of values that may be absent: an absent one equals only another absent one. */
export function sameOrBothAbsent(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}
