/** Requests to the email service, from where one stands in it. */

import { type RequestOptions, request } from '../request.ts';
import { noteAllowance } from './allowances.ts';
import { addressIn, onBehalfOf, type Standing } from './standing.ts';

export type EmailRequestOptions = Pick<RequestOptions, 'method' | 'json' | 'query' | 'signal' | 'keepalive'>;

/**
 * Sends a request to `path` (of `emailPaths`) and reads its JSON; `undefined` for an empty body.
 *
 * @throws RequestError with the faults that the service names
 */
export function emailRequest<Body>(
  standing: Standing,
  path: string,
  options: EmailRequestOptions = {},
): Promise<Body> {
  const { method = options.json === undefined ? 'GET' : 'POST' } = options;
  return request<Body>(addressIn(standing, path), {
    ...options,
    method,
    ...(standing.actingFor !== null && { headers: { 'on-behalf-of': onBehalfOf(standing.actingFor) } }),
    onHead: (headers) => noteAllowance(`${method} ${path}`, headers),
  });
}
