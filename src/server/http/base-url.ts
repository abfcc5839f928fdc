/** Where the caller of a request reaches this server, for the absolute addresses in its answer. */

import type { FastifyRequest } from 'fastify';
import type { Host } from '../service/host.ts';

/** PUBLIC_URL, or the host that the request named; without a slash at the end. */
export function baseUrl(host: Host, request: FastifyRequest): string {
  if (host.config.publicUrl !== null) return host.config.publicUrl;
  return request.host ? `${request.protocol}://${request.host}` : host.address();
}
