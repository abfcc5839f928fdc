/** Choices of one value for each path: a few that are likely to matter, instead of all of them. */

import type { Json, JsonObject } from '#flow/json/json.ts';
import type { Values } from './input-slots.ts';

/** Choices that are tried where several paths have several values. */
const maxProducts = 24;

/** Items of a list of which a condition reads the length. */
const maxListLength = 50;

/** Choices with one or two values changed. */
const maxCombinations = 300;

/** Objects with a value at each path, the most telling first; one empty object where there are no paths. */
export function combinationsOf(values: Values): JsonObject[] {
  const paths = [...values].filter(([, texts]) => texts.length > 0);
  const chosen = new Map<string, JsonObject>();
  const add = (texts: readonly string[]) => {
    const object = objectOf(paths.map(([path], index) => [path, texts[index] ?? '']));
    chosen.set(JSON.stringify(object), object);
  };
  const longest = Math.max(1, ...paths.map(([, texts]) => texts.length));
  for (let turn = 0; turn < longest; turn += 1)
    add(paths.map(([, texts]) => texts[Math.min(turn, texts.length - 1)] ?? ''));
  // Around values that conditions are written for, and around those that they are not.
  for (const base of [paths.map(([, texts]) => texts[0] ?? ''), paths.map(([, texts]) => texts.at(-1) ?? '')])
    for (const changed of changesOf(base, paths)) {
      if (chosen.size >= maxCombinations) break;
      add(changed);
    }
  for (const product of productsOf(paths.map(([, texts]) => texts))) add(product);
  return [...chosen.values()];
}

/** The base with one value changed, then with two. */
function* changesOf(
  base: readonly string[],
  paths: readonly (readonly [string, readonly string[]])[],
): Generator<string[]> {
  for (const [index, [, texts]] of paths.entries()) for (const text of texts) yield base.with(index, text);
  for (const [index, [, texts]] of paths.entries())
    for (const [other, [, others]] of paths.slice(index + 1).entries())
      for (const text of texts)
        for (const second of others) yield base.with(index, text).with(index + 1 + other, second);
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
  if (key === '') return;
  if (rest.length === 1 && rest[0] === 'size') {
    object[key] = listOf(Number(value) || 0);
    return;
  }
  if (rest.length === 0) {
    object[key] = value;
    return;
  }
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const next: JsonObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  object[key] = next;
  put(next, rest, value);
}

/** A list of that length, where a condition reads the length of a list. */
function listOf(length: number): JsonObject[] {
  return Array.from({ length: Math.min(Math.max(0, Math.floor(length)), maxListLength) }, () => ({}));
}
