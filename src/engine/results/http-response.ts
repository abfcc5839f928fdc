/** Reads the response to an HTTP request into variables. */

import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { parseJson } from '../properties/property-values.ts';
import type { Result } from '../signal.ts';

/** Timeout of a request in milliseconds, and maximum size of its response in bytes. */
export const httpRequestLimits = { timeout_ms: 10_000, max_bytes: 64 * 1024 };

/** `status` is 0 when there was no response. `parsed` is only there for a JSON object sent as application/json. */
export type HttpResponse = { status: number; variables: JsonObject; parsed: JsonObject | null };

/** Reads the result of an http command; a field named `parsed` from the other side is dropped. */
export function readHttpResponse({ data }: Result): HttpResponse {
  const status = Number(data.status_code) || 0;
  const body = textOf(data.body);
  const type = textOf(data.content_type).split(';')[0]?.trim().toLowerCase();
  const value = type === 'application/json' ? parseJson(body) : undefined;
  const { parsed: _, ...variables } = data;
  return { status, variables, parsed: isObject(value) ? value : null };
}

/** True for an absolute http or https URL. */
export function isHttpUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}
