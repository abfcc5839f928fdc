/** Every operation once as it should be and several times as it should not, each response held against the document. */

import type { TSchema } from 'typebox';
import type { Operation } from '#api/operation/operation.ts';
import { isJsonText } from '#api/operation/operation.ts';
import { operations } from '#api/operations.ts';
import { type HttpRequest, type HttpResponse, send } from './http-client.ts';
import { type KnownResources, prefixOf, unknownSid } from './known-resources.ts';
import { formsOf } from './request-bodies.ts';
import type { ResponseValidator } from './response-validator.ts';

/** What one operation answered: how many of its answers fit, and what did not. */
export type OperationResult = {
  operation: Operation;
  statuses: Set<number>;
  first: string;
  fitting: number;
  faults: string[];
};

export type TestAccount = {
  base: string;
  judge: ResponseValidator;
  known: KnownResources;
  /** The value of the Authorization header. */
  authorization: string;
  /** Names what the tour makes, so that it is recognised wherever it appears. */
  marker: string;
};

const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** What is made comes before what reads it, and what deletes at the end. */
export const inOrder = [...operations].sort(
  (one, other) =>
    Number(one.method === 'DELETE') - Number(other.method === 'DELETE') ||
    depth(one) - depth(other) ||
    order.indexOf(one.method) - order.indexOf(other.method),
);

/** Deletes go from the leaves to the root. */
function depth({ method, path }: Operation): number {
  return path.split('/').length * (method === 'DELETE' ? -1 : 1);
}

/** Each of these operations once as it should be, so that there is one of everything that they make. */
export async function askRightly(
  traveller: TestAccount,
  isAsked: (operation: Operation) => boolean,
): Promise<void> {
  for (const operation of inOrder.filter(isAsked)) {
    const [request] = requestsOf(operation, traveller);
    if (request !== undefined) learnFrom(operation, await send(traveller.base, request), traveller.known);
  }
}

/** Goes through all operations. */
export async function checkConformance(traveller: TestAccount): Promise<OperationResult[]> {
  const all: OperationResult[] = [];
  for (const operation of inOrder) {
    const seen: OperationResult = { operation, statuses: new Set(), first: '', fitting: 0, faults: [] };
    all.push(seen);
    for (const request of requestsOf(operation, traveller)) {
      const response = await send(traveller.base, request).catch((error: Error) => error);
      if (response instanceof Error) {
        seen.faults.push(`no response to ${request.method} ${request.path}: ${response.message}`);
        continue;
      }
      if (request.headers.authorization === traveller.authorization)
        learnFrom(operation, response, traveller.known);
      note(seen, request, response, traveller.judge);
    }
  }
  return all;
}

function note(
  seen: OperationResult,
  { method, path }: HttpRequest,
  response: HttpResponse,
  judge: ResponseValidator,
): void {
  if (seen.first === '') seen.first = `${response.status} ${response.body}`;
  seen.statuses.add(response.status);
  const { fault } = judge(method, path, response);
  if (response.status >= 500 && response.status !== 503)
    seen.faults.push(`${response.status} to ${method} ${path}`);
  else if (fault === null) seen.fitting += 1;
  else seen.faults.push(`${response.status} to ${method} ${path}: ${fault}`);
}

/** As it should be; without credentials; of unknown resources; each field missing or odd; bodies that cannot be read. */
export function requestsOf(operation: Operation, traveller: TestAccount): HttpRequest[] {
  const { method, access, params = {}, query = {} } = operation;
  const { known, authorization } = traveller;
  const scim = known.values.get('scim authorization') ?? 'Bearer none';
  const headers = access === 'anybody' ? {} : { authorization: access === 'scim' ? scim : authorization };
  const wanted = formsOf(operation, traveller);
  const path = known.pathOf(operation, wanted.params) + (wanted.query ?? '');
  const fields = goodFields(operation, traveller);
  const good = { method, path, ...bodyOf(operation, fields, headers) };
  const requests: HttpRequest[] = [good];
  if (access !== 'anybody')
    requests.push({ ...good, headers: { ...good.headers, authorization: basicOfNobody } });
  for (const name of Object.keys(params)) {
    const nowhere = { [name]: unknownSid(prefixOf(params, name)) };
    requests.push({ ...good, path: known.pathOf(operation, nowhere) });
    requests.push({ ...good, path: known.pathOf(operation, { [name]: 'nothing like it' }) });
  }
  for (const name of Object.keys(query)) {
    const value = sampleOf(name, query[name] as TSchema, known);
    requests.push({ ...good, path: `${path}?${new URLSearchParams([[name, String(value)]])}` });
    requests.push({ ...good, path: `${path}?${name}=%00%F0%9F%A7%B5-1` });
  }
  for (const name of Object.keys(operation.form ?? {})) {
    const { [name]: _, ...without } = fields;
    requests.push({ method, path, ...bodyOf(operation, without, headers) });
    requests.push({ method, path, ...bodyOf(operation, { ...fields, [name]: '\u0000' }, headers) });
    requests.push({ method, path, ...bodyOf(operation, { ...fields, [name]: 'x'.repeat(5000) }, headers) });
  }
  if (method !== 'GET') requests.push(...unreadable(good, headers));
  return requests;
}

const basicOfNobody = `Basic ${Buffer.from('AC0:0').toString('base64')}`;

function unreadable(good: HttpRequest, headers: Record<string, string>): HttpRequest[] {
  const { method, path } = good;
  return [
    { method, path, headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' },
    { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: '{' },
    { method, path, headers: { ...headers, ...form }, body: `Body=%zz` },
    { method, path, headers: { ...headers, ...form }, body: `FriendlyName=${'x'.repeat(2_200_000)}` },
  ];
}

function bodyOf(
  operation: Operation,
  fields: Record<string, string | string[]>,
  headers: Record<string, string>,
): Pick<HttpRequest, 'headers' | 'body'> {
  if (operation.json !== undefined) {
    const body = Object.keys(fields).length > 0 ? fields : sampleJson('', operation.json);
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }
  if (operation.form === undefined) return { headers };
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return { headers: { ...headers, ...form }, body: new URLSearchParams(pairs).toString() };
}

function goodFields(operation: Operation, traveller: TestAccount): Record<string, string | string[]> {
  const { known, marker } = traveller;
  const { fields } = formsOf(operation, traveller);
  if (fields !== undefined) return fields as Record<string, string | string[]>;
  const entries = Object.entries(operation.form ?? {}).map(([name, schema]) => [
    name,
    sampleOf(name, schema, known, marker),
  ]);
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}

/** A value that a schema takes. */
function sampleOf(name: string, schema: TSchema, known: KnownResources, marker = 'x'): string | string[] {
  const { type, enum: choices, minimum } = schema as { type?: string; enum?: string[]; minimum?: number };
  if (isJsonText(schema)) return '{}';
  if (choices?.[0] !== undefined) return choices[0];
  if (type === 'integer') return String(minimum ?? 1);
  if (type === 'boolean') return 'true';
  if (type === 'array') return [marker];
  const prefix = prefixOf({ [name]: schema }, name);
  return prefix === 'XX' ? marker : known.newest(prefix);
}

/** A JSON value that a schema takes: of an object what is required. */
export function sampleJson(name: string, schema: object): unknown {
  const part = schema as {
    type?: string;
    enum?: unknown[];
    const?: unknown;
    anyOf?: object[];
    items?: object;
    required?: string[];
    properties?: Record<string, object>;
  };
  if (part.const !== undefined) return part.const;
  if (part.enum !== undefined) return part.enum[0];
  if (part.anyOf?.[0] !== undefined) return sampleJson(name, part.anyOf[0]);
  if (part.type === 'array') return part.items === undefined ? [] : [sampleJson(name, part.items)];
  if (part.type === 'boolean') return true;
  if (part.type === 'integer' || part.type === 'number') return 1;
  if (part.type !== 'object') return oneLike(name);
  const { properties = {}, required = [] } = part;
  return Object.fromEntries(required.map((key) => [key, sampleJson(key, properties[key] ?? {})]));
}

/** A text that could be meant by a name. */
function oneLike(name: string): string {
  if (name.includes('email')) return 'someone@example.org';
  if (name.includes('url')) return 'https://hooks.example.org/events';
  if (name.includes('hostname')) return 'parse.example.org';
  return name.includes('date') ? '2026-11-01' : 'attacker';
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a success names, to ask for it. */
function learnFrom(operation: Operation, response: HttpResponse, known: KnownResources): void {
  if (response.status >= 300) return;
  known.learn(response.body);
  learnKeys(operation, response, known);
}

/** Parameters that are no SIDs are named in the response to what made the resource. */
function learnKeys({ path, method }: Operation, { body, type }: HttpResponse, known: KnownResources): void {
  if (!/\bjson\b/.test(type) || path.includes('{') || method !== 'POST') return;
  const value = JSON.parse(body) as Record<string, unknown>;
  const inside = Object.values(value).flatMap((each) => (isPlain(each) ? Object.entries(each) : []));
  for (const [name, each] of [...inside, ...Object.entries(value)]) {
    if (typeof each === 'string' || typeof each === 'number')
      known.values.set(`${path}/${name}`, String(each));
  }
}
