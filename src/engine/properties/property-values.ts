/** Reads the properties of a widget, coercing the types that real files use. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { isNestedTooDeeply } from '#flow/work-budget/json-size.ts';
import type { TemplateScope } from '../behaviour.ts';

/** One entry of a key-value list, its value rendered. */
export type Pair = { key: string; value: string; type: string };

/** A whole number given as number, as text or as template; `fallback` when it is missing, not a number or negative. */
export function integerProperty(scope: TemplateScope, property: string, fallback: number): number {
  const text = scope.render(scope.properties[property]).trim();
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? Math.floor(number) : fallback;
}

/** True for `true` and for the text "true". */
export function isTrue(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

/** The rendered text of a property, or `fallback` when it is missing or empty. */
export function textProperty(scope: TemplateScope, property: string, fallback: string): string {
  const text = scope.render(scope.properties[property]);
  return text === '' ? fallback : text;
}

/** The rendered entries of a key-value list; entries without a key are left out. */
export function keyValuePairs(scope: TemplateScope, property: string): Pair[] {
  const list = scope.properties[property];
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((item) => {
    const key = scope.render(item.key).trim();
    return key === '' ? [] : [{ key, value: scope.render(item.value), type: scope.render(item.type) }];
  });
}

/** The entries as form fields or query: `a=1&b=2`. */
export function encodeForm(list: readonly Pair[]): string {
  return new URLSearchParams(list.map(({ key, value }) => [key, value])).toString();
}

/** The entries as an object; an entry of type json_object has its JSON value where it is JSON. */
export function pairsToObject(list: readonly Pair[], warn: (message: string) => void): JsonObject {
  return Object.fromEntries(list.map((pair) => [pair.key, pairValue(pair, warn)]));
}

/** The parsed JSON value, or undefined when the text is not JSON or nested more than 100 levels deep. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = parseExactJson(text) as Json;
    return isNestedTooDeeply(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function pairValue({ key, value, type }: Pair, warn: (message: string) => void): Json {
  if (type !== 'json_object') return value;
  const parsed = parseJson(value);
  if (parsed === undefined) warn(`"${key}" should be JSON and is not; its text was kept.`);
  if (parsed === null) return '';
  return parsed ?? value;
}
