/** The base URL at which the client reaches this server, for absolute URLs in the response. */

import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';
import { isHost } from './host.ts';

/** PUBLIC_URL, or the host that the request named; without a slash at the end. */
export function baseUrl(ctx: ServiceContext, request: FastifyRequest): string {
  if (ctx.config.publicUrl !== null) return ctx.config.publicUrl;
  return isHost(request.host) ? `${request.protocol}://${request.host}` : ctx.publicUrl();
}
