/** Requests to the email API in a region and on behalf of an account. */

import { type RequestOptions, request } from '../request.ts';
import { type EmailTarget, onBehalfOf, regionalPath } from './email-target.ts';
import { recordRateLimit } from './rate-limits.ts';

export type EmailRequestOptions = Pick<RequestOptions, 'method' | 'json' | 'query' | 'signal' | 'keepalive'>;

/**
 * Sends a request to `path` (of `emailPaths`) and reads its JSON; `undefined` for an empty body.
 *
 * @throws RequestError with the errors that the service lists
 */
export function emailRequest<Body>(
  target: EmailTarget,
  path: string,
  options: EmailRequestOptions = {},
): Promise<Body> {
  const { method = options.json === undefined ? 'GET' : 'POST' } = options;
  return request<Body>(regionalPath(target, path), {
    ...options,
    method,
    headers: targetHeaders(target),
    onHeaders: (headers) => recordRateLimit(`${method} ${path}`, headers),
  });
}

/** The `on-behalf-of` header, also for the email operations of the flow API. */
export function targetHeaders({ actingAs }: EmailTarget): Record<string, string> {
  return actingAs === null ? {} : { 'on-behalf-of': onBehalfOf(actingAs) };
}
