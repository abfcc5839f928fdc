/**
 * The one function that masks what callers without the permission `contacts.unmasked` get. It is driven by the schema of the
 * response and denies by default: a text or a value of any shape stays only where the schema or the list of harmless fields
 * says so, and what no schema describes is masked. Pure.
 */

import { isObject } from '#flow/json/json.ts';
import type { Operation } from '../operation/operation.ts';
import type { Permission } from '../people/roles.ts';
import { isHarmless } from './harmless-fields.ts';
import { maskAddress } from './mask-address.ts';
import { maskJson, maskKey, maskText } from './mask-json.ts';
import { type PersonalKind, personalKindOf } from './personal.ts';

/** What needs these was written by members, for all members: flows, comments, names of accounts. Annotations count there too. */
const writtenByMembers: ReadonlySet<Permission> = new Set([
  'flows.read',
  'members.read',
  'accounts.read',
  'profile.write',
]);

/** Whether fields without a description may be shown: in responses that members have written. */
export function isOpen({ permission }: Pick<Operation, 'permission'>): boolean {
  return permission !== undefined && writtenByMembers.has(permission);
}

/** The value as those see it who see no contacts. Compiled once for each schema. */
export function maskResponse<T>(schema: object, value: T, { open = false } = {}): T {
  const compiled = open ? openMasks : closedMasks;
  const known = compiled.get(schema);
  const mask = known ?? compile(schema, nowhere, { open });
  if (known === undefined) compiled.set(schema, mask);
  return mask(value) as T;
}

/** Where a schema stands: in the field of that name of the nearest resource with a title. */
export type Place = { owner: string; field: string };

/** The fields of a response whose texts are masked only because nothing says what they are. */
export function undescribedFields(schema: object): Place[] {
  const found: Place[] = [];
  compile(schema, nowhere, { open: false, onUndescribed: (place) => found.push(place) });
  return found;
}

type Mask = (value: unknown) => unknown;
type Options = { open: boolean; onUndescribed?: (place: Place) => void };

const nowhere: Place = { owner: '', field: '' };
const openMasks = new WeakMap<object, Mask>();
const closedMasks = new WeakMap<object, Mask>();

/** The parts of a JSON Schema that matter here. */
type Schema = {
  title?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
};

function compile(schema: Schema, place: Place, options: Options): Mask {
  const kind = personalKindOf(schema);
  if (kind !== undefined) return maskOfKind[kind];
  if (schema.enum !== undefined || schema.const !== undefined) return asItIs;
  if (schema.anyOf !== undefined) {
    const [part, ...others] = schema.anyOf.filter(({ type }) => type !== 'null');
    if (part === undefined || others.length > 0) return ofUndescribed(place, options);
    const mask = compile(part, place, options);
    return (value) => (value === null ? null : mask(value));
  }
  switch (schema.type) {
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : maskJson(value));
    case 'integer':
    case 'number':
      return (value) => (typeof value === 'number' ? value : maskJson(value));
    case 'string':
      return ofText(schema, place, options);
    case 'array':
      return ofArray(schema, place, options);
    case 'object':
      return ofObject(schema, place, options);
    default:
      return ofUndescribed(place, options);
  }
}

const asItIs: Mask = (value) => value;
const maskUnlessText: Mask = (value) => (typeof value === 'string' ? value : maskJson(value));

/** A time or an address of a resource is no word of anybody, nor is a SID: by `maskJson` it stays, if it is one. */
function ofText({ format, pattern }: Schema, place: Place, options: Options): Mask {
  if (format === 'date-time' || format === 'uri') return maskUnlessText;
  return pattern !== undefined && patternOfSid.test(pattern) ? maskJson : ofUndescribed(place, options);
}

const patternOfSid = /^\^[A-Z]{2}\[0-9a-fA-F\]\{32\}\$$/;

const maskOfKind: Record<PersonalKind, Mask> = {
  address: eachText(maskAddress),
  text: eachText(maskText),
  json: maskJson,
  keys: eachText((text) => maskKey(text, 0)),
  id: () => null,
};

/** Of a text, or of each in a list. Everything else is masked as JSON. */
function eachText(mask: (text: string) => string): Mask {
  const one: Mask = (value) => (typeof value === 'string' ? mask(value) : maskJson(value));
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}

function ofUndescribed(place: Place, { open, onUndescribed }: Options): Mask {
  if (open || isHarmless(place)) return asItIs;
  onUndescribed?.(place);
  return maskJson;
}

function ofArray({ items }: Schema, place: Place, options: Options): Mask {
  const mask = items === undefined ? ofUndescribed(place, options) : compile(items, place, options);
  return (value) => (Array.isArray(value) ? value.map(mask) : maskJson(value));
}

function ofObject(schema: Schema, place: Place, options: Options): Mask {
  const { title: owner = place.owner, properties, patternProperties } = schema;
  if (properties === undefined) {
    const [values] = Object.values(patternProperties ?? {});
    if (values === undefined) return ofUndescribed(place, options);
    const mask = compile(values, place, options);
    return (value) =>
      ofEntries(
        value,
        (key, index) => (options.open ? key : maskKey(key, index)),
        () => mask,
      );
  }
  const masks = new Map(
    Object.entries(properties).map(([field, each]) => [field, compile(each, { owner, field }, options)]),
  );
  // A property that is not described is masked in any case.
  return (value) =>
    ofEntries(
      value,
      (key) => key,
      (key) => masks.get(key) ?? maskJson,
    );
}

function ofEntries(
  value: unknown,
  nameOf: (key: string, index: number) => string,
  maskOf: (key: string) => Mask,
): unknown {
  if (!isObject(value)) return maskJson(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, each], index) => [
      nameOf(key, index),
      each === undefined ? undefined : maskOf(key)(each),
    ]),
  );
}
