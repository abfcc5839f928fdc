/** The Host header of a request (RFC 9110, 7.2): it becomes part of URLs in responses, so it must be a host name. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';

/** A name, an IPv4 address or an IPv6 address in brackets, with an optional port. Names of containers have underscores. */
const hostPattern = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;
/** Characters of a name in the DNS (RFC 1035, 2.3.4), and a port. */
const maxLength = 253 + 6;

export function isHost(text: string): boolean {
  return text.length <= maxLength && hostPattern.test(text);
}

/**
 * Refuses requests whose Host is no host name, or that have two, of which a proxy may read the other one. HTTP/1.0 has none;
 * Node rejects HTTP/1.1 without one.
 */
export function rejectInvalidHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { host } = request.headers;
    if (host === undefined) done();
    else if (!isHost(host)) done(new Refusal('bad-request', 'The Host header is not a host name'));
    else if (hasTwoHosts(request.raw.rawHeaders))
      done(new Refusal('bad-request', 'The request has two Host headers'));
    else done();
  });
}

/** Node keeps the first of several only; `raw` has names and values in turn. */
export function hasTwoHosts(raw: readonly string[]): boolean {
  return raw.filter((text, at) => at % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length > 1;
}

/** PUBLIC_URL, or the host that the request named; without a slash at the end. */
export function baseUrl(ctx: ServiceContext, request: FastifyRequest): string {
  if (ctx.config.publicUrl !== null) return ctx.config.publicUrl;
  return isHost(request.host) ? `${request.protocol}://${request.host}` : ctx.publicUrl();
}
