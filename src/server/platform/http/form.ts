/** Request bodies as named fields: application/x-www-form-urlencoded, or a JSON object with the same names. */

import { isObject } from '#flow/json/json.ts';
import { Refusal } from '../errors.ts';
import { maxFormFields } from './body-limits.ts';
import { JsonLimitExceeded, parseLimitedJson } from './json-limits.ts';

/** Reads one body; each reader throws a Refusal that names the field when it is missing or unfit. */
export class Form {
  readonly #fields: ReadonlyMap<string, readonly unknown[]>;

  constructor(fields: ReadonlyMap<string, readonly unknown[]>) {
    this.#fields = fields;
  }

  /** The text of a field; undefined when it is not there. */
  text(name: string): string | undefined {
    const values = this.#fields.get(name) ?? [];
    if (values.length > 1) throw invalidParameter(name, 'was given more than once');
    return values.length === 0 ? undefined : textOf(name, values[0]);
  }

  /** The text of a field that says yes or no; in a JSON body a boolean may stand there as itself. */
  textOrBoolean(name: string): string | undefined {
    const values = this.#fields.get(name) ?? [];
    return values.length === 1 && typeof values[0] === 'boolean' ? String(values[0]) : this.text(name);
  }

  /** The names of all fields, in the order in which they came. */
  names(): string[] {
    return [...this.#fields.keys()];
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** The text of a field that may not be missing or blank. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value.trim() === '') throw missingParameter(name);
    return value;
  }

  /** All values of a field, in order; none when it is not there. */
  texts(name: string): string[] {
    return (this.#fields.get(name) ?? []).map((value) => textOf(name, value));
  }

  /** All values of a field that may be repeated, in order, the empty ones left out. It may not be missing. */
  requiredTexts(name: string): string[] {
    const values = this.#fields.get(name);
    if (values === undefined) throw missingParameter(name);
    return values.map((value) => textOf(name, value)).filter((text) => text !== '');
  }

  /**
   * The JSON that a field holds as text; in a JSON body it may also stand there as itself. Undefined when
   * the field is not there or empty. `parse` reads the text.
   */
  json(name: string, parse?: (text: string) => unknown): unknown {
    const values = this.#fields.get(name) ?? [];
    if (values.length > 1) throw invalidParameter(name, 'was given more than once');
    return typeof values[0] === 'string' ? parseJson(name, values[0], parse) : values[0];
  }
}

/**
 * The body as Fastify hands it on: a Form from the form parser, an object from JSON, or nothing.
 *
 * @throws Refusal when it is neither, or has more than `maxFields` fields
 */
export function formOf(body: unknown, maxFields = maxFormFields): Form {
  if (body instanceof Form) return body;
  if (body === undefined || body === null) return new Form(new Map());
  if (!isObject(body)) throw new Refusal('bad-request', 'The post body must be a form or a JSON object');
  const lists = Object.entries(body).filter(([, value]) => value !== null);
  if (lists.length > maxFields) throw tooManyFields('The post body', maxFields);
  return new Form(new Map(lists.map(([name, value]) => [name, Array.isArray(value) ? value : [value]])));
}

/** The parameters of a query as fields. @throws Refusal when there are more than `maxFields` */
export function formOfQuery(query: URLSearchParams, maxFields = maxFormFields): Form {
  if (query.size > maxFields) throw tooManyFields('The query', maxFields);
  return new Form(new Map([...query.keys()].map((name) => [name, query.getAll(name)])));
}

/**
 * Reads `a=1&b=2` with repeated fields and percent escapes.
 *
 * @throws Refusal when an escape is broken, or there are more than `maxFields` fields, each repetition counted
 */
export function parseForm(text: string, maxFields = maxFormFields): Form {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('&', start);
    const pair = text.slice(start, next === -1 ? text.length : next);
    start += pair.length + 1;
    if (pair === '') continue;
    count += 1;
    if (count > maxFields) throw tooManyFields('The post body', maxFields);
    const end = pair.indexOf('=');
    const name = decodeFormText(end === -1 ? pair : pair.slice(0, end));
    const value = end === -1 ? '' : decodeFormText(pair.slice(end + 1), name);
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return new Form(fields);
}

/** `+15005550006` or `whatsapp:+15005550006` in a body whose plus sign was not escaped. */
const unescapedNumber = /^([a-z]+(:|%3a))?\+\d{7,15}$/i;

function decodeFormText(text: string, name?: string): string {
  // Most names and values have nothing to decode.
  if (!text.includes('%') && !text.includes('+')) return text;
  // Read as a form is, it would be a blank and digits: another address than the one that replies come from.
  if (unescapedNumber.test(text)) return text.replace(/%3a/i, ':');
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw name === undefined
      ? new Refusal('bad-request', 'The post body has a broken percent escape')
      : invalidParameter(name, 'has a broken percent escape');
  }
}

function parseJson(name: string, text: string, parse?: (text: string) => unknown): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseLimitedJson(text, parse);
  } catch (error) {
    if (error instanceof JsonLimitExceeded) throw invalidParameter(name, error.message);
    throw invalidParameter(
      name,
      `must be JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    );
  }
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidParameter(name, 'must be a string');
  // No database text can hold it, and no person writes it.
  if (value.includes('\0')) throw invalidParameter(name, 'must not contain the character NUL');
  return value;
}

function tooManyFields(subject: string, maxFields: number): Refusal {
  return new Refusal('bad-request', `${subject} has more than ${maxFields.toLocaleString('en')} fields`);
}

export function missingParameter(name: string): Refusal {
  return new Refusal('bad-request', `Missing required parameter ${name} in the post body`, { field: name });
}

/** The refusal of a field or query parameter whose value cannot be used: `because` follows its name. */
export function invalidParameter(name: string, reason: string): Refusal {
  return new Refusal('bad-request', `Parameter ${name} ${reason}`, { field: name });
}
