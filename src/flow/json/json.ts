/** Types of JSON values, and narrowing functions. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** True for a JSON object; false for null, arrays and numbers that keep their digits (`ExactNumber`). */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(Symbol.toPrimitive in value)
  );
}

/** The value when it is a string, otherwise ''. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The object with another value at a key; undefined takes the key away. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _, ...rest } = object;
  return rest;
}

/** The value as an object; {} when it is none. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
