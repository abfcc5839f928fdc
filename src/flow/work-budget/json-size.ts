/** The size of JSON, without making its text. */

import type { Json } from '../json/json.ts';
import { ExactNumber } from '../number/exact-number.ts';
import { LimitExceeded } from './work-budget.ts';

/** Levels of lists and objects in each other, of parameters, contexts and definitions. */
export const maxJsonLevels = 100;

/**
 * Bytes of `value` as JSON text in UTF-8.
 * Grows: n in values.
 *
 * @throws LimitExceeded when it is nested too deeply
 */
export function jsonSize(value: Json, levels = maxJsonLevels): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (value instanceof ExactNumber) return value.written.length;
  if (levels === 0) throw new LimitExceeded(`A value is nested more than ${maxJsonLevels} levels deep.`);
  let bytes = 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonSize(item, levels - 1);
    count = value.length;
  } else {
    for (const key of Object.keys(value)) {
      bytes += textSize(key) + 1 + jsonSize(value[key] ?? null, levels - 1);
      count++;
    }
  }
  return bytes + 2 + Math.max(0, count - 1);
}

/** True when `value`, which may be any JSON, is nested more than 100 levels deep. Looks no deeper. Grows: n in values. */
export function isNestedTooDeeply(value: unknown, levels = maxJsonLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isNestedTooDeeply(item, levels - 1));
  for (const inner of Object.values(value)) if (isNestedTooDeeply(inner, levels - 1)) return true;
  return false;
}

/** ASCII without control characters, quotes and backslashes: what JSON writes as it is. */
const plainText = /^[ !#-[\]-~]*$/;

/** Bytes of a text as JSON, its quotes included (ECMA-262, QuoteJSONString). */
function textSize(text: string): number {
  // Most texts; the expression is faster than the loop, above all before that is compiled.
  if (plainText.test(text)) return text.length + 2;
  let bytes = 2;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += code < 0x20 ? controlSize(code) : code === 0x22 || code === 0x5c ? 2 : 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdfff) bytes += 3;
    else if (code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 6;
  }
  return bytes;
}

/** Backspace, tab, line feed, form feed and carriage return have short escapes, all others `\u00XX`. */
function controlSize(code: number): number {
  return code >= 0x08 && code <= 0x0d && code !== 0x0b ? 2 : 6;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
