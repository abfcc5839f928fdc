/** JSON values as TypeScript sees them. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** True for a JSON object; false for null and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a JSON value, or '' when it is no text. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
