/** What an operation of the API is: where it is, what it takes and what it answers, as a value. */

import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { SidPrefix } from '../sid.ts';

/** Named fields in the order in which they are asked for; `Type.Optional` marks what may be left out. */
export type Fields = { readonly [name: string]: TSchema };

/** What fields hold once they are read. */
export type FieldValues<F> = F extends Record<string, TSchema> ? Static<TObject<F>> : Record<never, never>;

/** One answer; without a schema it has no body. `type` is the media type, JSON where it is not said. */
export type ResponseSpec = { text: string; schema?: TSchema; type?: string };

export type Operation = {
  /** The operationId: one word, unlike all others. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `paths`, with its parameters in braces: `/v2/Flows/{Sid}`. */
  path: string;
  /** The heading under which it is documented. */
  group: string;
  /** What it does, as a command of a few words; `note` is what else one must know. */
  summary: string;
  note?: string;
  /** An account's credentials or the cookie of the page; an API key of the email service; nobody's. */
  access: 'account' | 'key' | 'anybody';
  /** One for each brace of `path`. */
  params?: Fields;
  query?: Fields;
  /** The body: form-encoded, or a JSON object with the same names. */
  form?: Fields;
  /** A body that is JSON and nothing else. */
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

/** The SID of a resource, in an address, a form or an answer. */
export const sid = (prefix: SidPrefix, description?: string) =>
  Type.String({
    pattern: `^${prefix}[0-9a-fA-F]{32}$`,
    ...(description !== undefined && { description }),
    mismatch: `must be the SID of ${kindNames[prefix] ?? `a resource that begins with ${prefix}`}`,
  });

/** A resource as it is answered: all of its fields, and no others. `title` names it in the document. */
export const resource = <const F extends Record<string, TSchema>>(title: string, fields: F) =>
  Type.Object(fields, { title, additionalProperties: false });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** ISO 8601 in GMT without milliseconds. */
export const dateTime = () =>
  Type.String({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

export const url = () => Type.String({ format: 'uri' });

/** Text of a form, required to hold something where it is not optional. */
export const text = (description: string, more: { maxLength?: number } = {}) =>
  Type.String({ description, ...more });

export const oneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description !== undefined && { description }) });

/** JSON as text in a form field; in a JSON body it may stand there as itself. */
export const jsonText = (description: string) =>
  Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/json', description });

/** A JSON object of any keys. */
export const anyObject = <T extends object>() => Type.Unsafe<T>({ type: 'object' });

/** True for a schema made by `jsonText`. */
export function isJsonText(schema: TSchema): boolean {
  return 'contentMediaType' in schema && schema.contentMediaType === 'application/json';
}
