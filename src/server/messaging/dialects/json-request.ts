/** What dialects with JSON have in common: requests, and errors. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import type { CarrierHttpRequest } from './dialect.ts';

/** Fetches JSON, or posts `body` as JSON. */
export function jsonRequest(url: string, authorization: string, body?: object): CarrierHttpRequest {
  const headers = { authorization, accept: 'application/json' };
  if (body === undefined) return { method: 'GET', url, headers, body: null };
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A carrier's error code as text, whether it writes a number or a text; '' for none. */
export function errorCodeOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** The first error of a list; null for anything else. */
export function firstOf(errors: unknown): JsonObject | null {
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  return isObject(first) ? (first as JsonObject) : null;
}
