/** What the answer to an HTTP request leaves behind. */

import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { parseJson } from '../properties/property-values.ts';
import type { Result } from '../signal.ts';

/** Milliseconds that a request may take, and bytes that its answer may have. */
export const httpRequestLimits = { timeout_ms: 10_000, max_bytes: 64 * 1024 };

/** `status` is 0 when there was no answer. `parsed` is only there for a JSON object sent as application/json. */
export type HttpResponse = { status: number; variables: JsonObject; parsed: JsonObject | null };

/** Reads the result of an http command; what the other side calls `parsed` is not taken over. */
export function readHttpResponse({ data }: Result): HttpResponse {
  const status = Number(data.status_code) || 0;
  const body = textOf(data.body);
  const type = textOf(data.content_type).split(';')[0]?.trim().toLowerCase();
  const value = type === 'application/json' ? parseJson(body) : undefined;
  const { parsed: _, ...variables } = data;
  return { status, variables, parsed: isObject(value) ? value : null };
}

/** True for an address that can be called: http or https. */
export function isHttpUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}
