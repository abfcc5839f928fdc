/** Masks JSON value by value: its keys and its shape stay. Pure, in one walk over the value. */

import { isObject, type Json } from '#flow/json/json.ts';
import { hidden, maskAddress } from './mask-address.ts';
import { sidPattern } from './sid-pattern.ts';

/** Texts that are masked as addresses, so that one can see that they are some. */
const address = /^(?:[a-z]{3,9}:)?(?:\+[\d\s()./-]{7,40}|[^\s@]{1,100}@[^\s@]{1,200})$/i;

/** Digits as of a phone number, or a mailbox: no key that anybody chose as a name. */
const personalKey = /@|%40|(?:\d[\s().-]*){7}/i;

/** Every value of it: texts, numbers and booleans, as each may say something about a person. */
export function maskJson(value: unknown): Json {
  if (value === null || value === undefined || value === '') return (value ?? null) as Json;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskJson);
  if (!isObject(value)) return hidden;
  return Object.fromEntries(
    Object.entries(value).map(([key, each], index) => [maskKey(key, index), maskJson(each)]),
  );
}

/** Of the same length for all texts; what is an address keeps what `maskAddress` leaves of it. A SID stays. */
export function maskText(text: string): string {
  if (text === '' || sidPattern.test(text)) return text;
  return address.test(text) ? maskAddress(text) : hidden;
}

/** A key stays unless it is an address itself. `index` tells masked keys of one object apart. */
export function maskKey(key: string, index: number): string {
  return personalKey.test(key) && !sidPattern.test(key) ? `${hidden}${index + 1}` : key;
}
