/** Declarative description of an API operation: path, parameters, body and responses; and builders of its schemas. */

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { PersonalKind } from '../masking/personal.ts';
import type { Permission } from '../people/roles.ts';
import type { SidPrefix } from '../sid.ts';
import type { Audited } from './audit.ts';

/** Named fields in the order of validation; `Type.Optional` marks those that may be left out. */
export type Fields = { readonly [name: string]: TSchema };

/** The values of fields after parsing. */
export type FieldValues<F> = F extends Record<string, TSchema> ? Static<TObject<F>> : Record<never, never>;

/** A response; without a schema it has no body. `type` is the media type, JSON by default. */
export type ResponseSpec = { text: string; schema?: TSchema; type?: string };

export type Operation = Description & Audited & Access;

/** What an operation is, besides who may call it and what is recorded of it. */
type Description = {
  /** The unique operationId. */
  id: string;
  /** From `paths`, with its parameters in braces: `/v2/Flows/{Sid}`. */
  path: string;
  /** The heading under which it is documented. */
  group: string;
  /** What it does, in the imperative; `note` has details. */
  summary: string;
  note?: string;
  /** One for each brace of `path`. */
  params?: Fields;
  query?: Fields;
  /** The body: form-encoded, or a JSON object with the same names. */
  form?: Fields;
  /** A body that must be JSON. */
  json?: TSchema;
  /** The parameter that names the one execution which the response is about: it is not masked for whom that is revealed. */
  ofExecution?: string;
  /** Its handler masks each part of its success: of a stream or a file, or rows of several accounts, by the role in each. */
  masksItself?: true;
  /** What the schemas cannot say about a field, by its name: a request that breaks it is refused with the field. */
  rules?: { readonly [field: string]: string };
  responses: { readonly [status: number]: ResponseSpec };
};

/** What the role of the caller must have; none where anybody may call. */
type Permissions = {
  permission: Permission;
  /**
   * A person on the page must have proven a short while ago who they are: `needsConfirmation` says which operations need it
   * where this is left out.
   */
  confirmation?: boolean;
  /** A further one that a value of a field needs. */
  permissionsByValue?: { readonly [field: string]: { readonly [value: string]: Permission } };
};

type NoPermission = { permission?: undefined; confirmation?: undefined; permissionsByValue?: undefined };

/** Changing who has access: at a page that its person has left open, no one else may give themselves access. */
const alwaysConfirmed: readonly (Permission | undefined)[] = [
  'keys.write',
  'members.write',
  'accounts.write',
];

export function needsConfirmation({
  method,
  permission,
  confirmation = method !== 'GET' && alwaysConfirmed.includes(permission),
}: Pick<Operation, 'method' | 'permission' | 'confirmation'>): boolean {
  return confirmation;
}

/** Authentication: account credentials or session cookie; an API key of the email API; a token of an identity provider; none. */
type Access =
  | (Permissions & { access: 'account' | 'key' })
  | (Permissions & { access: 'scim' })
  | (NoPermission & { access: 'anybody' });

type Declared = Omit<Description, 'group'> & { group?: string };

/** An operation as it is declared in its group, whose access it has unless it says that anybody may call. */
type DeclaredIn<A extends Operation['access']> = Declared &
  Audited &
  (A extends 'anybody' ? NoPermission : Permissions | (NoPermission & { access: 'anybody' }));

/**
 * Declares the operations of a group, which have the group and the access in common. The literal types are kept: clients are
 * typed by them.
 */
export const operationsIn =
  <const A extends Operation['access'] = 'account'>(group: string, access = 'account' as A) =>
  <const O extends DeclaredIn<A>>(operation: O & NoOthers<O, Operation>) => ({
    ...{ group, access },
    ...(operation as O),
  });

/** Refuses properties that `Known` does not have. */
export type NoOthers<O, Known> = { [Name in Exclude<keyof O, keyof Known>]: never };

/** A field as a client sends it: JSON as text. */
type FieldInput<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Item extends string)[]
    ? readonly Item[]
    : string;

/** Fields as a client sends them; one that may be left out may be undefined too. */
export type FieldInputs<F> = {
  [Name in keyof FieldValues<F>]: Record<never, never> extends Pick<FieldValues<F>, Name>
    ? FieldInput<FieldValues<F>[Name]> | undefined
    : FieldInput<FieldValues<F>[Name]>;
};

type SuccessBody<O extends Operation, Status extends number> = O['responses'] extends {
  readonly [S in Status]: { schema: infer Schema extends TSchema };
}
  ? Static<Schema>
  : never;

/** The body of the success response; never where it has none, or none that is described. */
export type ResponseBody<O extends Operation> =
  | SuccessBody<O, 200>
  | SuccessBody<O, 201>
  | SuccessBody<O, 202>;

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
export const resource = <const F extends Record<string, TSchema>>(
  title: string,
  fields: F,
  description?: string,
) =>
  Type.Object(fields, {
    title,
    ...(description !== undefined && { description }),
    additionalProperties: false,
  });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** ISO 8601 in GMT without milliseconds. */
export const dateTime = (more: { description?: string } = {}) =>
  Type.String({
    format: 'date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
    ...more,
  });

/** A day in a request; one that its month does not have is another rule. */
export const day = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    description,
    mismatch: 'must be a date as YYYY-MM-DD',
  });

/** A time in a request: an ISO 8601 date, or a date-time with or without an offset. Read by `readDateTime`. */
export const time = (description: string) =>
  Type.String({
    pattern:
      '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])' +
      '([Tt]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?([Zz]|[+ -]([01]\\d|2[0-3]):?[0-5]\\d)?|[Zz])?$',
    description,
    mismatch: 'must be an ISO 8601 date or date-time',
  });

export const url = (more: { description?: string } = {}) => Type.String({ format: 'uri', ...more });

/**
 * A text field of a form, which must not be blank unless optional. A blank optional field counts as left out; with
 * `clearable` it arrives as the empty string, which removes what is stored.
 */
export const text = (
  description: string,
  more: {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    mismatch?: string;
    clearable?: true;
    personal?: PersonalKind;
  } = {},
) => Type.String({ description, ...more });

/** The page or program that makes a request, as its edits and comments bear it. */
export const clientName = (description: string) =>
  Type.String({
    description: `${description}: 1 to 64 letters, digits, ".", "_" and "-".`,
    pattern: '^[A-Za-z0-9_.-]{1,64}$',
    mismatch: 'must be 1 to 64 letters, digits, ".", "_" and "-"',
  });

/** An absolute http or https URL without credentials, which everybody who reads the resource would see. */
export const httpUrl = (description: string, more: { fragment?: false } = {}) =>
  Type.String({
    format: 'uri',
    maxLength: 2_000,
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^\\s/?#]+[^\\s${more.fragment === false ? '#' : ''}]*$`,
    description,
    mismatch: `must be an http or https URL without a user name or password${more.fragment === false ? ', and without a fragment' : ''}`,
  });

export const oneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description !== undefined && { description }) });

/** JSON as text in a form field; in a JSON body it may be embedded as a value. */
export const jsonText = (description: string) =>
  Type.Unsafe<unknown>({ type: 'string', contentMediaType: 'application/json', description });

/** A JSON object as text in a form field; in a JSON body it may be embedded. */
export const jsonObjectText = <T extends object>(description: string) =>
  Type.Unsafe<T>({
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { type: 'object' },
    description,
  });

/** A JSON object of any keys. */
export const anyObject = <T extends object>(more: { description?: string; personal?: PersonalKind } = {}) =>
  Type.Unsafe<T>({ type: 'object', ...more });

/** True for a schema made by `jsonObjectText`: its numbers are kept as they are written. */
export function holdsJsonObject(schema: TSchema): boolean {
  return 'contentSchema' in schema;
}

/** True for a schema made by `jsonText`. */
export function isJsonText(schema: TSchema): boolean {
  return 'contentMediaType' in schema && schema.contentMediaType === 'application/json';
}
