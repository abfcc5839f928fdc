/** Choices of one value for each path: a few that are likely to matter, instead of all of them. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Values } from './input-slots.ts';

/** Choices that are tried where several paths have several values. */
const maxProducts = 24;

/** Objects with a value at each path, the most telling first; one empty object where there are no paths. */
export function combinationsOf(values: Values): JsonObject[] {
  const paths = [...values].filter(([, texts]) => texts.length > 0);
  const chosen = new Map<string, JsonObject>();
  const add = (texts: readonly string[]) => {
    const object = objectOf(paths.map(([path], index) => [path, texts[index] ?? '']));
    chosen.set(JSON.stringify(object), object);
  };
  const first = paths.map(([, texts]) => texts[0] ?? '');
  const longest = Math.max(1, ...paths.map(([, texts]) => texts.length));
  for (let turn = 0; turn < longest; turn += 1)
    add(paths.map(([, texts]) => texts[Math.min(turn, texts.length - 1)] ?? ''));
  for (const [index, [, texts]] of paths.entries())
    for (const text of texts) add(first.map((each, at) => (at === index ? text : each)));
  for (const product of productsOf(paths.map(([, texts]) => texts))) add(product);
  return [...chosen.values()];
}

function productsOf(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (products, texts) =>
      products.flatMap((product) => texts.map((text) => [...product, text])).slice(0, maxProducts),
    [[]],
  );
}

function objectOf(entries: readonly (readonly [string, string])[]): JsonObject {
  const object: JsonObject = {};
  for (const [path, text] of entries) put(object, path.split('.'), text);
  return object;
}

function put(object: JsonObject, [key = '', ...rest]: readonly string[], value: Json): void {
  // The whole object, and the length of a list, are no members.
  if (key === '' || (rest.length === 0 && key === 'size')) return;
  if (rest.length === 0) {
    object[key] = value;
    return;
  }
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const next: JsonObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  object[key] = next;
  put(next, rest, value);
}
