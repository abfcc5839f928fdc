/** Request bodies of the email API: JSON, validated against the schema of the operation. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { parseShownJson, TooManyNumbers } from '#flow/json/parse-json.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import { largeBodyBytes } from '../../platform/http/body-limits.ts';
import { JsonLimitExceeded, withoutByteOrderMark } from '../../platform/http/json-limits.ts';
import { releaseBytes } from '../../platform/http/read-body.ts';
import { bodiesInMemory, readLimitedJson } from '../../platform/http/read-json.ts';
import { type FieldError, invalidField, invalidFields } from '../validation/field-error.ts';

/** Parses every body as JSON, whatever its content type; an empty body is undefined. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  bodiesInMemory.removeAfterResponse(app);
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    try {
      const bytes = await readLimitedJson(request, body, { memory: bodiesInMemory });
      if (bytes.length >= largeBodyBytes) await eventLoopTurn.enter();
      return parseBody(bytes);
    } catch (error) {
      if (!(error instanceof JsonLimitExceeded)) throw error;
      throw invalidField('body', `the body ${error.message}`, 'Send less in one request.');
    }
  });
}

/** @throws Refusal when it is not JSON, or holds what cannot be stored */
function parseBody(bytes: Buffer): unknown {
  // Decoded leniently, names and texts would be stored with U+FFFD in the place of what was sent.
  if (!isUtf8(bytes)) throw notUtf8Error();
  if (isBlank(bytes)) return undefined;
  const mayContainNul = bytes.includes(nulEscape);
  const value = parseJson(bytes);
  if (mayContainNul && containsNul(value)) throw nulCharacterError();
  return value;
}

/** Longer texts would be looked through for too long: their numbers are read as JavaScript has them. */
const maxShownLength = 256 * 1024;

function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  releaseBytes(bytes);
  try {
    const json = withoutByteOrderMark(text);
    // Numbers stand in fields that have few digits, and in the data of templates.
    return json.length <= maxShownLength ? parseShownJson(json) : JSON.parse(json);
  } catch (error) {
    if (error instanceof TooManyNumbers)
      throw invalidField('body', `the body ${error.message}`, 'Send less in one request.');
    throw invalidField('body', 'the body is not JSON', 'Send one JSON object, encoded as UTF-8.');
  }
}

function isBlank(bytes: Buffer): boolean {
  // No client sends that much white space; as JSON it is refused.
  return bytes.length < 1_000 && bytes.toString('utf8').trim() === '';
}

function notUtf8Error() {
  return invalidField('body', 'the body is not valid UTF-8', 'Encode the body as UTF-8.');
}

const nulEscape = '\\u0000';

/** PostgreSQL text cannot hold U+0000, and neither can a header of a message. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => name.includes('\0') || containsNul(each));
}

function nulCharacterError() {
  return invalidField('body', 'the body holds the character U+0000', 'Leave it out: no text can hold it.');
}

const validators = new WeakMap<TSchema, Validator>();

/** Validates a body; unknown members are still in it unless the schema excludes them. @throws Refusal with one error for each field that is missing or invalid */
export function validateBody(schema: TSchema, body: unknown): unknown {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidField(
      'body',
      'a JSON object is required',
      'Send one JSON object with the fields of the operation.',
    );
  }
  // Their entries are not looked at: to say what is wrong with each of 100,000 takes long.
  const oversized = oversizedIn(schema, body);
  if (oversized === null && validator.Check(body)) return body;
  const errors = (oversized === null ? validator.Errors(body) : [oversized]).flatMap((error) =>
    fieldErrorsOf(error as SchemaError),
  );
  // A union (text or null) reports each branch; the first error of a field is enough.
  const distinct = [...new Map(errors.reverse().map((error) => [error.field, error])).values()].reverse();
  const [first, ...others] = distinct.slice(0, maxReportedErrors);
  throw first === undefined
    ? invalidField('body', 'the body cannot be used', 'Look at the description of the operation.')
    : invalidFields([first, ...others]);
}

type Sized = {
  properties?: Record<string, TSchema>;
  items?: TSchema;
  maxItems?: number;
  maxProperties?: number;
};

/** Of an object whose members are listed: they are named in errors, or left out, one by one. */
const maxUnknownMembers = 1_000;

/** The first array or object, in the order of the schema, that has more entries than it may. */
function oversizedIn(schema: TSchema, value: unknown, path = ''): SchemaError | null {
  const { properties, items, maxItems, maxProperties } = schema as Sized;
  const exceeds = (keyword: string, limit: number): SchemaError => ({
    ...{ instancePath: path, keyword },
    params: { limit },
  });
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return exceeds('maxItems', maxItems);
    if (items === undefined) return null;
    return firstOf(value.entries(), ([at, each]) => oversizedIn(items, each, `${path}/${at}`));
  }
  if (typeof value !== 'object' || value === null) return null;
  const most = maxProperties ?? (properties && Object.keys(properties).length + maxUnknownMembers);
  if (most !== undefined && Object.keys(value).length > most) return exceeds('maxProperties', most);
  const object = value as Record<string, unknown>;
  return firstOf(Object.entries(properties ?? {}), ([name, each]) =>
    oversizedIn(each, object[name], `${path}/${name}`),
  );
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

const maxReportedErrors = 20;

type SchemaError = { keyword: string; instancePath: string; params: Record<string, unknown> };

function fieldErrorsOf({ keyword, instancePath, params }: SchemaError): FieldError[] {
  // `boolean` repeats an additional property at its own place.
  if (keyword === 'anyOf' || keyword === 'boolean') return [];
  const at = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  if (keyword === 'required') {
    return (params.requiredProperties as string[]).map((name) => {
      const field = at === '' ? name : `${at}.${name}`;
      return { field, message: `${field} is required`, help: `Send ${field}.` };
    });
  }
  if (keyword === 'additionalProperties') {
    return (params.additionalProperties as string[]).map((name) => {
      const field = at === '' ? name : `${at}.${name}`;
      return { field, message: `${field} is not supported`, help: `Leave out ${field}: it has no effect.` };
    });
  }
  const expectation = expectationOf(keyword, params);
  const field = at === '' ? 'body' : at;
  return [
    {
      field,
      message: `${field} must ${expectation}`,
      help: `Send another value: ${field} must ${expectation}.`,
    },
  ];
}

function expectationOf(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'type':
      return `be of the type ${String(params.type)}`;
    case 'enum':
      return `be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minLength':
      return `have at least ${params.limit} characters`;
    case 'maxLength':
      return `have at most ${params.limit} characters`;
    case 'minItems':
      return `have at least ${params.limit} entries`;
    case 'maxItems':
      return `have at most ${params.limit} entries`;
    case 'maxProperties':
      return `have at most ${params.limit} members`;
    case 'minimum':
      return `be at least ${params.limit}`;
    case 'maximum':
      return `be at most ${params.limit}`;
    default:
      return 'have the right form';
  }
}
