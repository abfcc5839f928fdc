/**
 * Schema and service agree: for each field of each operation, generated values that its schema admits are not refused
 * on account of that field, and values that it does not admit are. What a schema cannot say is a rule of the operation.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { isJsonText, type Operation } from '#api/operation/operation.ts';
import { operations } from '#api/operations.ts';
import { requestsOf, type TestAccount } from './conformance.ts';
import { type HttpRequest, type HttpResponse, send } from './http-client.ts';

/** Operations whose requests would change who may ask, or whose fields are the carrier's own, not ours. */
const left: ReadonlySet<string> = new Set([
  'CreateSession',
  'RotateAuthToken',
  'PostToFlow',
  'TellFlow',
  'ReportStatus',
  'ChangeMailSubscriptions',
]);

export type FieldContract = { sent: number; operations: number; disagreements: string[] };

/**
 * Tries all operations with fields for the account, each with that many bodies at least; what it says of its fields is
 * divided among them. The same seed gives the same values.
 */
export async function checkFieldContract(
  account: TestAccount,
  { seed, bodies }: { seed: number; bodies: number },
): Promise<FieldContract> {
  const result: FieldContract = { sent: 0, operations: 0, disagreements: [] };
  for (const operation of operations) {
    const fields = fieldsOf(operation);
    if (left.has(operation.id) || fields.length === 0) continue;
    result.operations += 1;
    const tried = fields.flatMap((field) => [
      ...(field.good === null ? [] : [{ field, admitted: true, values: field.good }]),
      ...(field.bad === null ? [] : [{ field, admitted: false, values: field.bad }]),
    ]);
    for (const { field, admitted, values } of tried) {
      for (const value of fc.sample(values, { numRuns: Math.ceil(bodies / tried.length), seed })) {
        result.sent += 1;
        const disagreement = await tryField(operation, account, { field, value, admitted });
        if (disagreement !== null) result.disagreements.push(disagreement);
      }
    }
  }
  return result;
}

type Place = 'form' | 'query' | 'json';
type Field = { name: string; place: Place; good: Values | null; bad: Values | null };
type Values = fc.Arbitrary<unknown>;

function fieldsOf({ form = {}, query = {}, json }: Operation): Field[] {
  const texts = (place: Place, fields: Readonly<Record<string, TSchema>>) =>
    Object.entries(fields)
      .filter(([name]) => name !== 'PageToken')
      .map(([name, schema]): Field => ({ name, place, ...textsOf(schema) }));
  const properties = json !== undefined && Type.IsObject(json) ? json.properties : {};
  return [
    ...texts('form', form),
    ...texts('query', query),
    ...Object.entries(properties).map(
      ([name, schema]): Field => ({
        name,
        place: 'json',
        good: null,
        bad: wrongTypes(schema),
      }),
    ),
  ];
}

/** One request in which only that field is not as it should be, or is as it may be. */
async function tryField(
  operation: Operation,
  account: TestAccount,
  { field: { name, place }, value, admitted }: { field: Field; value: unknown; admitted: boolean },
): Promise<string | null> {
  const [good] = requestsOf(operation, account);
  if (good === undefined) return null;
  const { status, body } = await sendWithinLimit(account.base, withField(good, place, name, value));
  const said = `${operation.id} ${name}=${JSON.stringify(value).slice(0, 120)}: ${status} ${body.slice(0, 200)}`;
  const isRefused = status === 400 && refuses(body, name);
  if (admitted && isRefused && operation.rules?.[name] === undefined)
    return `refused what the schema admits: ${said}`;
  if (!admitted && status !== 400 && status !== 413) return `did not refuse what the schema refuses: ${said}`;
  return null;
}

/** Sends it again once the minute of a rate limit has ended: a 429 says nothing of the field. */
async function sendWithinLimit(base: string, request: HttpRequest): Promise<HttpResponse> {
  const response = await send(base, request);
  const reset = Number(response.headers['x-ratelimit-reset']);
  if (response.status !== 429 || Number.isNaN(reset)) return response;
  await sleep(Math.min(Math.max(reset * 1000 - Date.now(), 0), 60_000) + 1000);
  return send(base, request);
}

/** Whether the error response of either API names the field. */
function refuses(body: string, name: string): boolean {
  return new RegExp(`[Pp]arameter ${name}\\b|"field":"${name}\\b`).test(body);
}

/** The request with another value of that field; a list is the field as often. */
export function withField(request: HttpRequest, place: Place, name: string, value: unknown): HttpRequest {
  const texts = [value].flat().map(String);
  if (place === 'query') {
    const url = new URL(request.path, 'http://unused');
    url.searchParams.delete(name);
    for (const text of texts) url.searchParams.append(name, text);
    return { ...request, path: url.pathname + url.search };
  }
  if (place === 'json') {
    const body = JSON.parse(String(request.body)) as Record<string, unknown>;
    return { ...request, body: JSON.stringify({ ...body, [name]: value }) };
  }
  const body = new URLSearchParams(String(request.body ?? ''));
  body.delete(name);
  for (const text of texts) body.append(name, text);
  return { ...request, body: body.toString() };
}

type Limits = {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** Texts of a form or query that a schema admits, and such that it does not; null where there are none to tell apart. */
function textsOf(schema: TSchema): { good: Values | null; bad: Values | null } {
  if (Type.IsArray(schema)) {
    const { good, bad } = textsOf(schema.items);
    return { good: good?.map((text) => [text]) ?? null, bad: bad?.map((text) => [text]) ?? null };
  }
  if (isJsonText(schema)) {
    const broken = fc.constantFrom('{', '[1,', '{"a":}', 'nul');
    const isObject = 'contentSchema' in schema;
    return {
      good: isObject
        ? fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value))
        : null,
      bad: isObject ? fc.oneof(broken, fc.constantFrom('[]', '1', '"text"')) : broken,
    };
  }
  if (Type.IsBoolean(schema)) {
    return { good: fc.constantFrom('true', 'false'), bad: fc.constantFrom('yes', '1', 'TRUE', 'null') };
  }
  const { minimum = 0, maximum = 1_000_000_000, minLength = 1, maxLength, pattern } = schema as Limits;
  if (Type.IsInteger(schema)) {
    return {
      good: fc
        .oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }))
        .map(String),
      bad: fc
        .oneof(fc.constantFrom(String(minimum - 1), '1.5', 'x', '1e3', ' '), fc.constant('-1000000'))
        .filter(
          (text) => text.trim() !== '' && (text !== String(minimum - 1) || minimum > Number.MIN_SAFE_INTEGER),
        ),
    };
  }
  if ('enum' in schema && Array.isArray(schema.enum)) {
    const choices = schema.enum.map(String);
    return {
      good: fc.constantFrom(...choices),
      bad: printable(1, 20).filter((text) => !choices.includes(text)),
    };
  }
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const isSid = /^\^[A-Z]{2}\[/.test(pattern);
    // What the generator of strings for a pattern cannot read.
    const canGenerate = !/\(\?|\\p/.test(pattern);
    const isLong = (text: string) => maxLength !== undefined && text.length > maxLength;
    const candidates = fc.sample(
      fc.oneof(printable(1, 20), fc.string({ unit: 'binary', minLength: 1 })),
      300,
    );
    return {
      good:
        isSid || !canGenerate
          ? null
          : among(
              fc
                .sample(fc.stringMatching(expression), 100)
                .filter((text) => text !== '' && text.trim() === text && !isLong(text)),
            ),
      bad: among(candidates.filter((text) => text.trim() !== '' && !expression.test(text.trim()))),
    };
  }
  const longest = Math.min(maxLength ?? 200, 4_000);
  return {
    good: fc.oneof(printable(minLength, Math.min(longest, 40)), printable(longest, longest)),
    bad:
      maxLength === undefined || maxLength > 100_000
        ? fc.constant('\0')
        : fc.oneof(
            fc.constant('x'.repeat(maxLength + 1)),
            ...(minLength > 1 ? [fc.constant('x'.repeat(minLength - 1))] : []),
          ),
  };
}

function among(texts: readonly string[]): Values | null {
  return texts.length === 0 ? null : fc.constantFrom(...texts);
}

/** Characters that are letters wherever a text is read, with some beyond ASCII. */
function printable(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...'abcxyzABC019-_.äß漢'), minLength, maxLength })
    .filter((text) => text.trim() !== '');
}

/** JSON values of another type than the schema's; null where it takes any. */
function wrongTypes(schema: TSchema): Values | null {
  if (Type.IsString(schema)) return fc.constantFrom<unknown>(1, true, {}, ['x']);
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return fc.constantFrom<unknown>('1', true, {}, [1]);
  if (Type.IsBoolean(schema)) return fc.constantFrom<unknown>('true', 1, {}, [true]);
  if (Type.IsArray(schema)) return fc.constantFrom<unknown>('x', 1, {}, true);
  if (Type.IsObject(schema)) return fc.constantFrom<unknown>('x', 1, [], true);
  return null;
}
