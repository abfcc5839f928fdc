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
    headers: standingHeaders(standing),
    onHead: (headers) => noteAllowance(`${method} ${path}`, headers),
  });
}

/** The header that says for whom a request is, for the parts of the flow API that know of mail. */
export function standingHeaders({ actingFor }: Standing): Record<string, string> {
  return actingFor === null ? {} : { 'on-behalf-of': onBehalfOf(actingFor) };
}
