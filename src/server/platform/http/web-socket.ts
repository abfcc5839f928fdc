/**
 * WebSockets (RFC 6455), next to the routes of the server. A request for one is served here where an endpoint has its path and
 * its subprotocol; every other request that asks for an upgrade stays a plain request.
 */

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { Refusal } from '../errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { keepConnection } from './connection-limits.ts';
import { hasTwoHosts, isHost } from './host.ts';
import { refusalStatus } from './problems.ts';

/** Who is connected. */
export type SocketPeer = {
  /** Whose connections are counted together. */
  key: string;
  /**
   * Responds to a message, or with null to one that has no response.
   *
   * @throws Refusal where the connection has to end
   */
  receive(text: string): Promise<string | null>;
};

export type SocketEndpoint = {
  subprotocol: string;
  hasPath(path: string): boolean;
  /** @throws Refusal where this request may not connect */
  accept(request: IncomingMessage): Promise<SocketPeer>;
  limits: SocketLimits;
};

export type SocketLimits = {
  connectionsPerKey: number;
  messageBytes: number;
  /** Messages of a connection that wait for their response at once. */
  messagesAtOnce: number;
  /** What a client may leave unread before its connection is cut. */
  unreadBytes: number;
  /** For the first message of a connection. */
  firstMessageMs: number;
  /** Without a message. */
  idleMs: number;
  /** So often it is looked whether the client still answers to pings. */
  pingMs: number;
};

/** Status codes of closing (RFC 6455, 7.4.1). */
const closeCodes = { goingAway: 1001, unacceptable: 1003, policy: 1008, failed: 1011 } as const;

/** How long messages in progress, and after them clients that should close, are waited for when the server stops. */
const finishMs = 4_000;
const closeMs = 500;

type Connection = {
  socket: WebSocket;
  key: string;
  responding: Set<Promise<void>>;
  messageAt: number;
  isAlive: boolean;
};

export function serveWebSockets(app: FastifyInstance, ctx: ServiceContext, endpoint: SocketEndpoint): void {
  const { limits, subprotocol } = endpoint;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    handleProtocols: () => subprotocol,
  });
  const connections = new Set<Connection>();
  const counts = new Map<string, number>();
  const isOurs = (request: IncomingMessage) =>
    /^websocket$/i.test(request.headers.upgrade ?? '') &&
    protocolsOf(request).includes(subprotocol) &&
    endpoint.hasPath(pathOf(request));

  const serve = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    requireProgram(request);
    const peer = await endpoint.accept(request);
    const count = counts.get(peer.key) ?? 0;
    if (count >= limits.connectionsPerKey)
      throw new Refusal('too-many', `There are ${count} connections already`);
    if (!socket.writable) return;
    keepConnection(app, ctx, request.socket);
    counts.set(peer.key, count + 1);
    socket.once('close', () => {
      const left = (counts.get(peer.key) ?? 1) - 1;
      if (left === 0) counts.delete(peer.key);
      else counts.set(peer.key, left);
    });
    sockets.handleUpgrade(request, socket, head, (opened) => connect(ctx, connections, opened, peer, limits));
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Another listener is the development server's, which has a subprotocol of its own.
    if (!isOurs(request)) return;
    socket.on('error', () => socket.destroy());
    serve(request, socket, head).catch((error: unknown) => refuseUpgrade(ctx, request, socket, error));
  };
  app.server.on('upgrade', upgrade);
  const own = app.server.listeners('upgrade').length;
  const server = app.server as typeof app.server & UpgradingServer;
  server.shouldUpgradeCallback = (request) => isOurs(request) || app.server.listenerCount('upgrade') > own;
  const pinging = setInterval(() => {
    for (const connection of connections) checkConnection(connection, ctx.clock.now(), limits);
  }, limits.pingMs);
  pinging.unref();
  app.addHook('preClose', async () => {
    clearInterval(pinging);
    await closeAll(connections);
  });
}

/** Node's types do not have it yet. */
type UpgradingServer = { shouldUpgradeCallback?: (request: IncomingMessage) => boolean };

const pathOf = ({ url = '/' }: IncomingMessage) => url.replace(/\?.*$/s, '');

function protocolsOf({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
}

/**
 * A page of another site may open a WebSocket to any host, this machine included, and the browser says so.
 *
 * @throws Refusal
 */
function requireProgram({ headers, rawHeaders }: IncomingMessage): void {
  if (!isHost(headers.host ?? '') || hasTwoHosts(rawHeaders))
    throw new Refusal('bad-request', 'The Host header is not a host name');
  if (headers.origin !== undefined)
    throw new Refusal('forbidden', 'Pages of browsers may not connect; programs need no Origin header');
}

function refuseUpgrade(ctx: ServiceContext, request: IncomingMessage, socket: Duplex, error: unknown): void {
  const status = error instanceof Refusal ? refusalStatus(error.kind) : 500;
  const path = pathOf(request);
  if (error instanceof Refusal) ctx.log.warn({ path, status, why: error.message }, 'WebSocket refused');
  else ctx.log.error({ err: error, path }, 'A WebSocket could not be opened');
  const challenge = status === 401 ? ['WWW-Authenticate: Basic realm="Patchbay"'] : [];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0'];
  socket.end([...head, ...challenge, '\r\n'].join('\r\n'));
  socket.once('finish', () => socket.destroy());
}

function connect(
  ctx: ServiceContext,
  connections: Set<Connection>,
  socket: WebSocket,
  { key, receive }: SocketPeer,
  limits: SocketLimits,
): void {
  const messageAt = ctx.clock.now();
  const connection: Connection = { socket, key, responding: new Set(), messageAt, isAlive: true };
  connections.add(connection);
  const first = setTimeout(() => socket.close(closeCodes.policy, 'No message came'), limits.firstMessageMs);
  first.unref();
  socket.on('error', () => socket.terminate());
  socket.once('close', () => {
    clearTimeout(first);
    connections.delete(connection);
  });
  socket.on('pong', () => {
    connection.isAlive = true;
  });
  const respond = async (text: string) => {
    try {
      const response = await receive(text);
      if (response === null || socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > limits.unreadBytes) socket.terminate();
      else socket.send(response);
    } catch (error) {
      if (error instanceof Refusal) {
        ctx.log.warn({ key, why: error.message }, 'Message of a WebSocket refused');
        socket.close(closeCodes.policy, 'Refused');
      } else {
        ctx.log.error({ err: error, key }, 'A message of a WebSocket failed');
        socket.close(closeCodes.failed, 'Failed');
      }
    }
  };
  socket.on('message', (data: Buffer, isBinary) => {
    clearTimeout(first);
    connection.messageAt = ctx.clock.now();
    if (isBinary) {
      socket.close(closeCodes.unacceptable, 'Texts only');
      return;
    }
    if (connection.responding.size >= limits.messagesAtOnce) {
      socket.close(closeCodes.policy, 'Too many messages at once');
      return;
    }
    const responding: Promise<void> = respond(data.toString()).finally(() =>
      connection.responding.delete(responding),
    );
    connection.responding.add(responding);
  });
}

/** Ends connections whose client is gone, and such as are forgotten. */
function checkConnection(connection: Connection, now: number, { idleMs }: SocketLimits): void {
  const { socket, isAlive, messageAt } = connection;
  if (!isAlive) socket.terminate();
  else if (now - messageAt >= idleMs) socket.close(closeCodes.policy, 'No message came');
  else {
    connection.isAlive = false;
    socket.ping();
  }
}

/** A client that is told that the server goes away connects to another one, or to the next. */
async function closeAll(connections: ReadonlySet<Connection>): Promise<void> {
  const responding = [...connections].flatMap((connection) => [...connection.responding]);
  await Promise.race([Promise.allSettled(responding), afterwards(finishMs)]);
  const closing = [...connections].map(({ socket }) => {
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.close(closeCodes.goingAway, 'The server stops');
    return closed;
  });
  await Promise.race([Promise.all(closing), afterwards(closeMs)]);
  for (const { socket } of [...connections]) socket.terminate();
}

function afterwards(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
