/** Removes the members of a body that the API does not have, so that neither they nor what they hold is stored. */

import type { TSchema } from 'typebox';

/** More are removed without a note. */
const maxNoted = 20;
const maxNameLength = 100;

/** Removes what the schema does not list, at any depth; returns the paths of what was removed. */
export function removeUnknownMembers(schema: TSchema, value: unknown): string[] {
  const removed: string[] = [];
  walk(schema, value, '', (path) => {
    if (removed.length < maxNoted) removed.push(path.slice(0, maxNameLength));
  });
  return removed;
}

/** The part of a schema that is looked at. A schema without properties takes any member. */
type Shape = { properties?: Record<string, TSchema>; items?: TSchema };

function walk(schema: TSchema, value: unknown, path: string, note: (path: string) => void): void {
  const { properties, items } = schema as Shape;
  if (Array.isArray(value)) {
    if (items !== undefined)
      for (const [at, each] of value.entries()) walk(items, each, `${path}${at}.`, note);
    return;
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return;
  const object = value as Record<string, unknown>;
  for (const name of Object.keys(object)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) walk(known, object[name], `${path}${name}.`, note);
    else {
      delete object[name];
      note(path + name);
    }
  }
}

/** The path as a response header can hold it: other characters than those of names are percent-encoded. */
export function headerSafe(path: string): string {
  return encodeURIComponent(path.toWellFormed());
}
