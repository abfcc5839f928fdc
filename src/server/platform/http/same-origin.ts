/** Protection against cross-site request forgery (CSRF) by Sec-Fetch-Site and Origin, for requests with a cookie. */

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { baseUrl } from './host.ts';

/**
 * Refuses a request that changes something and that a page of another site sends with the session cookie.
 * `withoutOrigin` says what to do with a request that has neither header, which no current browser sends.
 *
 * @throws Refusal forbidden
 */
export function requireSameOrigin(
  ctx: ServiceContext,
  request: FastifyRequest,
  withoutOrigin: 'refuse' | 'allow',
): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return;
  const isNamed = origin !== undefined || site !== undefined;
  if (!isNamed && withoutOrigin === 'allow') return;
  const ownOrigins = [`${request.protocol}://${request.host}`, URL.parse(baseUrl(ctx, request))?.origin];
  if (site === undefined && origin !== undefined && ownOrigins.includes(origin)) return;
  throw new Refusal('forbidden', 'This request comes from the page of another site');
}
