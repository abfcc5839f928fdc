/** The most expensive requests that an operation's schemas let somebody make: each field as long, as deep and as full as fits. */

import { type TSchema, Type } from 'typebox';
import type { Operation } from '#api/operation/operation.ts';
import { requestsOf, sampleJson, type TestAccount } from '../../contract/conformance.ts';
import { withField } from '../../contract/field-contract.ts';
import type { HttpRequest } from '../../contract/http-client.ts';
import { escapedTextOf, kinds, textOf } from './texts.ts';

export type Expensive = { name: string; request: HttpRequest };

/** Of one size; `takes` chooses among the kinds of texts for a field, by their places in the table. */
export type Size = { bytes: number; takes: (kind: number, field: number) => boolean };

const kilobyte = 1024;
/** A request line and its headers together are at most 16 kB. */
const longestQuery = 12 * kilobyte;
const json = { 'content-type': 'application/json' };

export function* expensiveRequests(
  operation: Operation,
  account: TestAccount,
  size: Size,
): Generator<Expensive> {
  const [good] = requestsOf(operation, account);
  if (good === undefined) return;
  const named = (name: string, request: HttpRequest): Expensive => ({
    name: `${operation.id}: ${name}, ${Math.round(size.bytes / kilobyte)} kB`,
    request,
  });
  let field = 0;
  const texts = (bytes: number, make: typeof textOf) => {
    field += 1;
    return kinds
      .filter((_, at) => size.takes(at, field))
      .map((kind) => [kind.name, make(kind, bytes)] as const);
  };
  if (size.bytes <= longestQuery) {
    for (const name of Object.keys(operation.query ?? {})) {
      for (const [kind, text] of texts(size.bytes, escapedTextOf))
        yield named(`${name} of ${kind}`, withField(good, 'query', name, text));
      const many = Array.from({ length: size.bytes / (name.length + 3) }, () => 'a');
      yield named(`${name} again and again`, withField(good, 'query', name, many));
    }
    for (const name of Object.keys(operation.params ?? {})) {
      const [[kind, text] = ['letters', 'a']] = texts(size.bytes, escapedTextOf);
      const path = good.path.replace(
        /\/[^/?]+(?=\?|$)/,
        `/${encodeURIComponent(text).replaceAll('.', '%2E')}`,
      );
      yield named(`${name} of ${kind}`, { ...good, path });
    }
  }
  if (good.method === 'GET') return;
  for (const [name, schema] of Object.entries(operation.form ?? {})) {
    for (const [kind, text] of texts(size.bytes, escapedTextOf))
      yield named(`${name} of ${kind}`, withField(good, 'form', name, text));
    if (!Type.IsArray(schema)) continue;
    const many = Array.from({ length: size.bytes / (name.length + 8) }, (_, at) => `a${at}`);
    yield named(`${name} with most entries`, withField(good, 'form', name, many));
  }
  if (operation.json !== undefined) {
    for (const { name, body } of expensiveJson(operation.json, parsed(good), size.bytes, texts))
      yield named(name, { ...good, headers: { ...good.headers, ...json }, body });
  }
  if (operation.form === undefined && operation.json === undefined) return;
  for (const [name, type, body] of wholeBodies(size.bytes))
    yield named(name, { ...good, headers: { ...good.headers, 'content-type': type }, body });
}

/** Bodies that no schema describes. */
function wholeBodies(bytes: number): [string, string, string][] {
  const half = Math.floor(bytes / 2);
  return [
    ['lists in lists', json['content-type'], `${'['.repeat(half)}${']'.repeat(half)}`],
    ['objects in objects', json['content-type'], '{"a":'.repeat(bytes / 5)],
    ['most values', json['content-type'], `{"a":[${'0,'.repeat(half - 8)}0]}`],
    [
      'most keys',
      json['content-type'],
      `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":0`).join(',')}}`,
    ],
    ['escapes', json['content-type'], `{"a":"${'\\u0061'.repeat(bytes / 6)}"}`],
    [
      'most fields',
      'application/x-www-form-urlencoded',
      Array.from({ length: bytes / 9 }, (_, at) => `k${at}=1`).join('&'),
    ],
    ['empty fields', 'application/x-www-form-urlencoded', '&'.repeat(bytes)],
    ['escaped fields', 'application/x-www-form-urlencoded', `a=${'%41'.repeat(bytes / 3)}`],
    ['parts', 'multipart/form-data; boundary=x', '--x\r\n\r\n\r\n'.repeat(bytes / 9)],
  ];
}

type Path = readonly (string | number)[];
type Texts = (bytes: number, make: typeof textOf) => (readonly [string, string])[];

type JsonSchema = {
  type?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
};

/** The good body with one place as long, as deep or as full as fits. */
function* expensiveJson(
  schema: TSchema,
  good: unknown,
  bytes: number,
  texts: Texts,
): Generator<{ name: string; body: string }> {
  for (const { path, part } of placesOf(schema as JsonSchema, [])) {
    const at = path.join('.') || 'the body';
    const room = Math.max(100, bytes - JSON.stringify(good ?? null).length - 200);
    const body = (value: unknown) => JSON.stringify(replaced(good, path, value));
    if (part.type === 'string' || part.type === undefined) {
      for (const [kind, text] of texts(room, textOf)) yield { name: `${at} of ${kind}`, body: body(text) };
    }
    if (part.type === 'array' && part.items !== undefined) {
      const item = sampleJson(String(path.at(-1) ?? ''), part.items);
      const length = Math.floor(room / (JSON.stringify(item).length + 1));
      // Entries that are equal may be taken for one, those that differ may be none of the list.
      yield { name: `${at} with equal entries`, body: body(Array.from({ length }, () => item)) };
      yield {
        name: `${at} with other entries`,
        body: body(Array.from({ length }, (_, nth) => numbered(item, nth))),
      };
    }
    if (part.type === 'object' && (part.properties === undefined || part.additionalProperties !== false)) {
      const keys = Object.fromEntries(
        Array.from({ length: Math.floor(room / 14) }, (_, nth) => [`k${nth}`, 'a']),
      );
      yield { name: `${at} with most keys`, body: body(keys) };
      const depth = Math.min(90, Math.floor(room / 10));
      const deep = Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: [inner] }), 'a');
      yield { name: `${at} at its deepest`, body: body(deep) };
    }
  }
}

/** Each place of a body, those inside its lists at their first entry. */
function* placesOf(schema: JsonSchema, path: Path): Generator<{ path: Path; part: JsonSchema }> {
  if (schema.anyOf !== undefined) {
    for (const each of schema.anyOf) yield* placesOf(each, path);
    return;
  }
  yield { path, part: schema };
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* placesOf(part, [...path, name]);
  if (schema.items !== undefined) yield* placesOf(schema.items, [...path, 0]);
}

function replaced(whole: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(whole) ? whole : [];
    return [replaced(list[0], rest, value), ...list.slice(1)];
  }
  const object = typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>) : {};
  return { ...object, [first]: replaced(object[first], rest, value) };
}

function numbered(item: unknown, nth: number): unknown {
  if (typeof item === 'string') return `${nth}${item}`;
  if (typeof item === 'number') return item + nth;
  if (typeof item !== 'object' || item === null) return item;
  return Array.isArray(item)
    ? item.map((each) => numbered(each, nth))
    : Object.fromEntries(Object.entries(item).map(([name, value]) => [name, numbered(value, nth)]));
}

function parsed({ body }: HttpRequest): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
