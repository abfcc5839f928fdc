/** Validates and parses the fields of a form or query against the schemas of an operation. */

import { type TArray, type TSchema, Type } from 'typebox';
import { type Fields, holdsJsonObject, isJsonText, type Operation } from '#api/operation/operation.ts';
import { isObject } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { notFound } from '../errors.ts';
import { type Form, invalidParameter, missingParameter } from './form.ts';

/** Every field that was given and is not blank, in the order of `fields`. @throws Refusal naming the first that is missing or unfit */
export function readForm(form: Form, fields: Fields): Record<string, unknown> {
  return readFields(fields, (name, schema) => {
    const isOptional = Type.IsOptional(schema);
    if (Type.IsArray(schema)) {
      return isOptional && !form.has(name) ? undefined : readList(name, schema, form.requiredTexts(name));
    }
    if (isJsonText(schema)) {
      const isObjectField = holdsJsonObject(schema);
      const value = form.json(name, isObjectField ? parseExactJson : undefined);
      if (value === undefined && !isOptional) form.required(name);
      if (value !== undefined && isObjectField && !isObject(value)) {
        throw invalidParameter(name, 'must be a JSON object');
      }
      return value;
    }
    if (Type.IsBoolean(schema)) {
      const given = form.textOrBoolean(name) ?? (isOptional ? undefined : form.required(name));
      return given === undefined || given.trim() === '' ? undefined : readBoolean(name, given);
    }
    const isCleared = 'clearable' in schema && form.text(name)?.trim() === '';
    if (isCleared) return '';
    const text = isOptional ? form.text(name) : form.required(name);
    return text === undefined || text.trim() === '' ? undefined : readValue(name, schema, text);
  });
}

/** The same of a query. An empty parameter counts as not given; of a repeated one the first counts. @throws Refusal */
export function readQuery(query: URLSearchParams, fields: Fields): Record<string, unknown> {
  return readFields(fields, (name, schema) => {
    const text = query.get(name);
    if (text !== null && text !== '') return readValue(name, schema, text);
    if (!Type.IsOptional(schema)) throw missingParameter(name);
    return undefined;
  });
}

/** The parameters of the path. @throws Refusal not-found where one cannot be any resource's */
export function readParams(request: { params: unknown }, { params = {} }: Operation): Record<string, string> {
  const values = request.params as Record<string, string>;
  for (const [name, schema] of Object.entries(params)) {
    const value = values[name] ?? '';
    if (value.includes('\0') || !matchesPattern(schema, value)) throw notFound();
  }
  return values;
}

/** The status of the success that an operation names. */
export function successStatus({ responses }: Operation): number {
  return Number(Object.keys(responses).find((each) => each.startsWith('2')));
}

/** Whether a text is what a schema of texts describes. */
export function matchesPattern(schema: TSchema, text: string): boolean {
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.includes(text);
  return !('pattern' in schema) || patternOf(schema).test(text);
}

function readList(name: string, schema: TArray, texts: readonly string[]): unknown[] {
  if ('minItems' in schema && texts.length < Number(schema.minItems)) throw missingParameter(name);
  return texts.map((each) => readValue(name, schema.items, each));
}

function readFields(
  fields: Fields,
  read: (name: string, schema: TSchema) => unknown,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const value = read(name, schema);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readValue(name: string, schema: TSchema, text: string): unknown {
  if (Type.IsInteger(schema)) return readInteger(name, schema, text);
  if (Type.IsBoolean(schema)) return readBoolean(name, text);
  if ('enum' in schema && Array.isArray(schema.enum)) {
    if (!schema.enum.includes(text)) throw invalidParameter(name, `must be ${schema.enum.join(' or ')}`);
    return text;
  }
  // What has a form is no prose: the spaces around it are not meant.
  const value = 'pattern' in schema ? text.trim() : text;
  if ('maxLength' in schema && value.length > Number(schema.maxLength)) {
    throw invalidParameter(name, `must not be longer than ${schema.maxLength} characters`);
  }
  if ('minLength' in schema && value.length < Number(schema.minLength)) {
    throw invalidParameter(name, `must have at least ${schema.minLength} characters`);
  }
  const isUri = !('format' in schema) || schema.format !== 'uri' || URL.canParse(value);
  if (!isUri || !matchesPattern(schema, value)) throw invalidParameter(name, patternMessage(schema));
  return value;
}

/** @throws Refusal saying between which numbers it must be */
function readInteger(name: string, schema: TSchema, text: string): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema as { minimum?: number; maximum?: number };
  const value = Number(text);
  if (/^-?\d{1,16}$/.test(text) && value >= minimum && value <= maximum) return value;
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  throw invalidParameter(name, `must be a whole number ${range}`);
}

function readBoolean(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw invalidParameter(name, 'must be true or false');
  return text === 'true';
}

const patterns = new WeakMap<TSchema, RegExp>();

function patternOf(schema: TSchema): RegExp {
  const known = patterns.get(schema);
  if (known !== undefined) return known;
  const compiled = new RegExp('pattern' in schema ? String(schema.pattern) : '', 'u');
  patterns.set(schema, compiled);
  return compiled;
}

function patternMessage(schema: TSchema): string {
  return 'mismatch' in schema ? String(schema.mismatch) : 'does not have the right form';
}
