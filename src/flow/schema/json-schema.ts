/**
 * Builders of JSON Schemas, with the few keywords that definitions need. The page loads them with every widget type, where
 * those of a library weigh more than all that they build.
 */

import type { TSchema } from 'typebox';

/** Further keywords, and annotations such as `title`. */
type Options = Record<string, unknown>;

/** A key that may be left out of its object. */
type Member = TSchema | { optional: TSchema };

export const string = (options: Options = {}): TSchema => ({ type: 'string', ...options });

export const number = (options: Options = {}): TSchema => ({ type: 'number', ...options });

export const integer = (options: Options = {}): TSchema => ({ type: 'integer', ...options });

export const boolean = (): TSchema => ({ type: 'boolean' });

export const nothing = (): TSchema => ({ type: 'null' });

export const anything = (): TSchema => ({});

export const oneOf = (values: readonly string[]): TSchema => ({ enum: values });

export const array = (items: TSchema, options: Options = {}): TSchema => ({
  type: 'array',
  items,
  ...options,
});

export const anyOf = (schemas: readonly TSchema[], options: Options = {}): TSchema => ({
  anyOf: schemas,
  ...options,
});

export const optional = (schema: TSchema): Member => ({ optional: schema });

/** Every member is required that is not `optional`. */
export function object(members: Record<string, Member>, options: Options = {}): TSchema {
  const entries = Object.entries(members);
  const required = entries.flatMap(([name, member]) => ('optional' in member ? [] : [name]));
  const properties = Object.fromEntries(
    entries.map(([name, member]) => [name, 'optional' in member ? (member.optional as TSchema) : member]),
  );
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}
