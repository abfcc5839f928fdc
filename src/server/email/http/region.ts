/** The region of a request: by the path prefix before /v3, or by the host name. */

import type { FastifyRequest } from 'fastify';
import { type Region, regionPrefixes } from '#api/email/regions.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

const euPath = new RegExp(`^${regionPrefixes.eu}(?=/v3(?:[/?]|$))`);

/** The URL without its region prefix: routes are the same in both regions. */
export function stripRegionPrefix(url: string): string {
  return url.replace(euPath, '');
}

export function regionOf(ctx: ServiceContext, request: FastifyRequest): Region {
  const byName = ctx.config.euHost !== null && request.hostname.toLowerCase() === ctx.config.euHost;
  return byName || euPath.test(request.originalUrl) ? 'eu' : 'global';
}
