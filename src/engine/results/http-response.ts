/** Results of HTTP requests, and how widgets read them into variables. */

import { isObject, type JsonObject, textOf } from '#flow/json/json.ts';
import { parseJson } from '../properties/property-values.ts';
import type { Result } from '../signal.ts';

/** Timeout of a request in milliseconds, and maximum size of its response in bytes. */
export const httpRequestLimits: HttpLimits = { timeout_ms: 10_000, max_bytes: 64 * 1024 };

export type HttpLimits = { timeout_ms: number; max_bytes: number };

/** The documented code for a request that could not be made. */
export const requestFailedCode = 81014;

/** The result of a request with a response, whatever its status. */
export function httpResult(response: { status: number; contentType: string; body: string }): Result {
  const { status, contentType, body } = response;
  return { ok: true, data: { status_code: status, content_type: contentType, body } };
}

/** The result of a request without a response; `reason` is a sentence for the person who reads the step. */
export function httpFailure(reason: string): Result {
  return { ok: false, code: requestFailedCode, message: reason, data: {} };
}

/** Why a request has no response whose time is over. */
export function timeoutReason(timeoutMs: number): string {
  return `No complete response within ${timeoutMs / 1000} s`;
}

/** Why a response is of no use that is larger than the limit of its request. */
export function tooLargeReason(maxBytes: number): string {
  return `The response is larger than ${Math.floor(maxBytes / 1024)} kB`;
}

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
