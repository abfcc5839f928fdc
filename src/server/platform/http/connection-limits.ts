/** Limits the open connections of the HTTP server, in all and by address; a connection is at work while a response is open. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ConnectionSlots } from '../connection-slots.ts';
import type { ServiceContext } from '../service-context.ts';
import { retryAfterSeconds } from './problems.ts';

/** The time for the head of a request: what is sent by hand or by a slow phone is there within a second. */
export const headersTimeoutMs = 15_000;
/** How often connections are looked at whose head or body takes too long. */
export const connectionsCheckingIntervalMs = 5_000;

/**
 * An address has a quarter of CONNECTION_LIMIT and a network half of it, but the addresses of TRUSTED_PROXIES; when all are
 * taken, the connection that has waited longest without a request gives way.
 */
export function limitConnections(app: FastifyInstance, ctx: ServiceContext): void {
  const { connectionLimit: connections } = ctx.config;
  if (connections === 0) return;
  const slots = new ConnectionSlots<Socket>({
    connections,
    perAddress: Math.ceil(connections / 4),
    perNetwork: Math.ceil(connections / 2),
  });
  const isProxy = trustedProxies(ctx.config.trustedProxies);
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const { admitted, evicted } = slots.admit(socket, address, ctx.clock.now(), !isProxy(address));
    evicted?.destroy();
    if (admitted) {
      socket.once('close', () => slots.release(socket));
      return;
    }
    if (ctx.clock.now() - warnedAt > warningIntervalMs) {
      warnedAt = ctx.clock.now();
      ctx.log.warn({ address }, 'Too many connections; a reverse proxy needs TRUSTED_PROXIES');
    }
    socket.on('error', () => {});
    socket.end(busyResponse);
    socket.destroySoon();
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    slots.beginWork(socket, ctx.clock.now());
    response.once('close', () => slots.endWork(socket, ctx.clock.now()));
  });
  slotsOf.set(app, slots);
}

const slotsOf = new WeakMap<FastifyInstance, ConnectionSlots<Socket>>();

/** The connection is at work until it closes: who has a WebSocket open is not waiting. */
export function keepConnection(app: FastifyInstance, ctx: ServiceContext, socket: Socket): void {
  slotsOf.get(app)?.beginWork(socket, ctx.clock.now());
}

const warningIntervalMs = 60_000;

const busyResponse = [
  'HTTP/1.1 503 Service Unavailable',
  `Retry-After: ${retryAfterSeconds}`,
  'Content-Length: 0',
  'Connection: close',
  '\r\n',
].join('\r\n');

function trustedProxies(proxies: readonly string[]): (address: string) => boolean {
  const ranges = proxies.map((each) => {
    if (each.includes('/')) return ipaddr.parseCIDR(each);
    const single = ipaddr.process(each);
    return [single, single.kind() === 'ipv4' ? 32 : 128] as const;
  });
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const client = ipaddr.process(address);
    return ranges.some(([base, bits]) => base.kind() === client.kind() && client.match(base, bits));
  };
}
