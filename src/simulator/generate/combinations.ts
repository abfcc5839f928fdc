/** Choices of one value for each path: a few that are likely to matter, instead of all of them. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { everyItem, type Values } from './input-slots.ts';

/** Choices that are tried where several paths have several values. */
const maxProducts = 24;

/** Items of a list of which a condition reads the length. */
const maxListLength = 50;

/** Items of a list of which only items are read. */
const usualListLength = 3;

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
  return entries.reduce<JsonObject>((object, [path, text]) => withText(object, path, text), {});
}

/** The object with a text at a path; the size of a list is how many items it has. */
export function withText(object: JsonObject, path: string, text: string): JsonObject {
  const changed = placed(object, path.split('.'), text);
  return isObject(changed) ? changed : object;
}

function placed(value: Json | undefined, [key = '', ...rest]: readonly string[], text: string): Json {
  if (key === '') return text;
  if (key === 'size' && rest.length === 0) return resized(value, Number(text) || 0);
  if (key === everyItem) {
    const list = Array.isArray(value) ? value : resized(value, usualListLength);
    return list.map((item) => placed(item, rest, text));
  }
  if (/^\d+$/.test(key) && !isObject(value)) {
    const list = resized(value, Math.max(Number(key) + 1, Array.isArray(value) ? value.length : 0));
    return list.map((item, index) => (index === Number(key) ? placed(item, rest, text) : item));
  }
  const object = isObject(value) ? value : {};
  return { ...object, [key]: placed(Object.hasOwn(object, key) ? object[key] : undefined, rest, text) };
}

/** A list of that length, its items like those that are there. */
function resized(value: Json | undefined, length: number): Json[] {
  const list = Array.isArray(value) ? value : [];
  const count = Math.min(Math.max(0, Math.floor(length)), maxListLength);
  return Array.from({ length: count }, (_, index) => list[index] ?? list[0] ?? {});
}
