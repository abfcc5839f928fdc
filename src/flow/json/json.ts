/** Types of JSON values, and narrowing functions. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** True for a JSON object; false for null and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is a string, otherwise ''. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
