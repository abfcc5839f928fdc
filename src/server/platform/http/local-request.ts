/** Requests from this very machine, as opposed to those that a reverse proxy forwards. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';

/** Headers that proxies add. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/**
 * Whether the request came over the loopback interface, and no proxy says that it forwarded it. The socket decides, not
 * the address that a trusted proxy names.
 */
export function isLocalRequest({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  );
  return isLoopbackAddress(socket.remoteAddress ?? '') && !isForwarded;
}

/**
 * Whether the request comes from this machine and the server is meant for it. A proxy forwards requests from anywhere over the
 * loopback interface too, and need not say so: with a PUBLIC_URL of another host no request counts as coming from this machine.
 */
export function isPrivateRequest(
  { config }: Pick<ServiceContext, 'config'>,
  request: Pick<FastifyRequest, 'socket' | 'headers'>,
): boolean {
  const isPublic = config.publicUrl !== null && !isLoopbackHost(new URL(config.publicUrl).hostname);
  return !isPublic && isLocalRequest(request);
}

/**
 * Logs, once, that a proxy forwards requests which no setting names: all its clients then have one address, and share what is
 * counted by address.
 */
export function warnOfUnknownProxies(app: FastifyInstance, ctx: ServiceContext): void {
  if (ctx.config.trustedProxies.length > 0) return;
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      ctx.log.warn(
        { address: request.socket.remoteAddress },
        'A reverse proxy sent X-Forwarded-For, but TRUSTED_PROXIES is not set: its clients count as one address',
      );
    }
    done();
  });
}

/** Whether the host of a URL is this machine: localhost or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

export function isLoopbackAddress(address: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);
}
