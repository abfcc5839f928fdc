/** Builders of annotated property schemas: the values that a property allows, and how the inspector edits it. */

import type { TSchema } from 'typebox';
import type { Json } from '../json/json.ts';
import * as jsonSchema from '../schema/json-schema.ts';
import type { FieldHint, FieldKind } from './field.ts';

/** Options of a field besides its kind. `advanced` collapses it. */
type PropertyOptions = {
  default?: Json;
  advanced?: true;
  lines?: number;
  placeholder?: string;
  when?: { property: string; is: Json[] };
};

type Range = { minimum?: number; maximum?: number };

/** Text that holds a variable, or a `${…}` of an infrastructure template that is filled in before use. */
const deferredPattern = '\\{\\{|\\{%|\\$\\{';

const numericText = () =>
  jsonSchema.string({
    pattern: `^\\s*(\\d+(\\.\\d+)?)?\\s*$|${deferredPattern}`,
    mismatch: 'must be a number',
  });
const deferredText = () => jsonSchema.string({ pattern: deferredPattern });

/** One plain line. */
export const text = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.string(annotations('text', title, description, extra));

/** Text with `{{variables}}`. */
export const template = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.string(annotations('template', title, description, extra));

/** Text that must be JSON once its variables are filled in. */
export const json = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.string(annotations('json', title, description, extra));

/** The SID of another flow. */
export const flowSid = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.string(annotations('flow', title, description, extra));

/** A whole number, or text that is rendered later. */
export const number = (title: string, description: string, extra: PropertyOptions & Range = {}): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.integer(range(extra)), deferredText()],
    annotations('number', title, description, extra),
  );

/** Whole seconds as a number, or text that is rendered later. */
export const seconds = (title: string, description: string, extra: PropertyOptions & Range = {}): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.integer(range(extra)), deferredText()],
    annotations('duration', title, description, extra),
  );

/** Seconds as text, `'3600'`; the same as a number is read too. */
export const secondsText = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.anyOf(
    [numericText(), jsonSchema.number({ minimum: 0 })],
    annotations('duration', title, description, extra, { as: 'text' }),
  );

/** A number as text, `'2400'`; the same as a number is read too. */
export const numberAsText = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.anyOf(
    [numericText(), jsonSchema.number()],
    annotations('number', title, description, extra, { as: 'text' }),
  );

/** A boolean. */
export const toggle = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.boolean(), jsonSchema.string({ pattern: '\\$\\{' })],
    annotations('toggle', title, description, extra),
  );

/** A boolean as text: `'true'`, `'false'`. */
export const toggleText = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.oneOf(['true', 'false']), deferredText()],
    annotations('toggle', title, description, extra, { as: 'text' }),
  );

/** One of the keys of `labels`, or a template that is rendered later. */
export const choice = (
  title: string,
  description: string,
  labels: Record<string, string>,
  extra: PropertyOptions = {},
): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.oneOf(Object.keys(labels)), deferredText()],
    annotations('choice', title, description, extra, { labels }),
  );

/** One of the keys of `labels` or any other text: the list is what is known, not what is allowed. */
export const suggestion = (
  title: string,
  description: string,
  labels: Record<string, string>,
  extra: PropertyOptions = {},
): TSchema =>
  jsonSchema.anyOf(
    [jsonSchema.oneOf(Object.keys(labels)), jsonSchema.string()],
    annotations('choice', title, description, extra, { labels }),
  );

/** Several of `values`. */
export const choices = (
  title: string,
  description: string,
  values: string[],
  extra: PropertyOptions = {},
): TSchema => jsonSchema.array(jsonSchema.oneOf(values), annotations('choices', title, description, extra));

/** An array of {key, value}; items may also say a `type` (`string`, `json_object`) and an `index`. */
export const keyValues = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.array(
    jsonSchema.object({
      key: jsonSchema.string(),
      value: jsonSchema.string(),
      type: jsonSchema.optional(jsonSchema.string()),
      index: jsonSchema.optional(jsonSchema.anyOf([jsonSchema.string(), jsonSchema.integer()])),
    }),
    annotations('key-values', title, description, extra),
  );

/** A JSON object that is edited as code. */
export const object = (title: string, description: string, extra: PropertyOptions = {}): TSchema =>
  jsonSchema.object({}, annotations('value', title, description, extra));

/**
 * The same field on a type without a public description: any other value is accepted and preserved.
 */
export function lenient(schema: TSchema): TSchema {
  const { title, description, field, default: value, anyOf, ...alone } = schema as Lenient;
  const hints = { title, description, field, ...(value === undefined ? {} : { default: value }) };
  return jsonSchema.anyOf([...(anyOf ?? [alone]), jsonSchema.anything()], hints);
}

type Lenient = TSchema & {
  title: string;
  description: string;
  field: FieldHint;
  default?: Json;
  anyOf?: TSchema[];
};

/** The schema of a widget's `properties`. `offset` belongs to every type and is not a field. */
export function propertiesSchema(
  properties: Record<string, TSchema>,
  required: readonly string[] = [],
): TSchema {
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : jsonSchema.optional(schema),
  ]);
  const offset = jsonSchema.optional(jsonSchema.object({ x: jsonSchema.number(), y: jsonSchema.number() }));
  return jsonSchema.object({ ...Object.fromEntries(members), offset });
}

function annotations(
  kind: FieldKind,
  title: string,
  description: string,
  extra: PropertyOptions,
  more: Pick<FieldHint, 'as' | 'labels'> = {},
) {
  const { lines, placeholder, when } = extra;
  const field: FieldHint = {
    kind,
    ...more,
    ...(lines === undefined ? {} : { lines }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(when === undefined ? {} : { when }),
    ...(extra.advanced ? { group: 'advanced' as const } : {}),
  };
  return { title, description, field, ...(extra.default === undefined ? {} : { default: extra.default }) };
}

function range({ minimum, maximum }: Range) {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}
