/** Declarative description of an API operation: path, parameters, body and responses; and builders of its schemas. */

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { SidPrefix } from '../sid.ts';

/** Named fields in the order of validation; `Type.Optional` marks those that may be left out. */
export type Fields = { readonly [name: string]: TSchema };

/** The values of fields after parsing. */
export type FieldValues<F> = F extends Record<string, TSchema> ? Static<TObject<F>> : Record<never, never>;

/** A response; without a schema it has no body. `type` is the media type, JSON by default. */
export type ResponseSpec = { text: string; schema?: TSchema; type?: string };

export type Operation = {
  /** The unique operationId. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `paths`, with its parameters in braces: `/v2/Flows/{Sid}`. */
  path: string;
  /** The heading under which it is documented. */
  group: string;
  /** What it does, in the imperative; `note` has details. */
  summary: string;
  note?: string;
  /** Authentication: account credentials or session cookie; an API key of the email API; none. */
  access: 'account' | 'key' | 'anybody';
  /** One for each brace of `path`. */
  params?: Fields;
  query?: Fields;
  /** The body: form-encoded, or a JSON object with the same names. */
  form?: Fields;
  /** A body that must be JSON. */
  json?: TSchema;
  responses: { readonly [status: number]: ResponseSpec };
};

const kindNames: Partial<Record<SidPrefix, string>> = {
  AC: 'an account',
  US: 'a user',
  FW: 'a flow',
  FN: 'an execution',
  FT: 'a step',
};

/** The SID of a resource, in a path, a form or a response. */
export const sid = (prefix: SidPrefix, description?: string) =>
  Type.String({
    pattern: `^${prefix}[0-9a-fA-F]{32}$`,
    ...(description !== undefined && { description }),
    mismatch: `must be the SID of ${kindNames[prefix] ?? `a resource that begins with ${prefix}`}`,
  });

/** A resource in a response: all of its fields, and no others. `title` names it in the OpenAPI document. */
export const resource = <const F extends Record<string, TSchema>>(title: string, fields: F) =>
  Type.Object(fields, { title, additionalProperties: false });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** ISO 8601 in GMT without milliseconds. */
export const dateTime = () =>
  Type.String({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

export const url = () => Type.String({ format: 'uri' });

/** A text field of a form, which must not be blank unless optional. */
export const text = (description: string, more: { maxLength?: number } = {}) =>
  Type.String({ description, ...more });

export const oneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description !== undefined && { description }) });

/** JSON as text in a form field; in a JSON body it may be embedded as a value. */
export const jsonText = (description: string) =>
  Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/json', description });

/** A JSON object of any keys. */
export const anyObject = <T extends object>() => Type.Unsafe<T>({ type: 'object' });

/** True for a schema made by `jsonText`. */
export function isJsonText(schema: TSchema): boolean {
  return 'contentMediaType' in schema && schema.contentMediaType === 'application/json';
}
