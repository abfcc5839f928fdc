/** Requests from this very machine, as opposed to those that a reverse proxy on it forwards. */

import type { FastifyRequest } from 'fastify';

/** Headers that proxies add. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/**
 * Whether the request came over the loopback interface, and no proxy says that it forwarded it. The socket decides, not
 * the address that a trusted proxy names.
 */
export function isLocalRequest({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  const names = Object.keys(headers);
  const isForwarded = names.some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  );
  return isLoopbackAddress(socket.remoteAddress ?? '') && !isForwarded;
}

/** Whether the host of a URL is this machine: localhost or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host);
}

function isLoopbackAddress(address: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);
}
