import { once } from 'node:events';
import { connect as dial } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ServiceContext } from '../service-context.ts';
import { type SocketLimits, serveWebSockets } from './web-socket.ts';

const limits: SocketLimits = {
  ...{ connectionsPerKey: 2, messageBytes: 1_000, messagesAtOnce: 2, unreadBytes: 1_000 },
  ...{ firstMessageMs: 60_000, idleMs: 60_000, pingMs: 60_000 },
};

let app: FastifyInstance;
let now: number;
let responding: PromiseWithResolvers<void> | null;

async function open(changed: Partial<SocketLimits> = {}): Promise<string> {
  const log = { warn: vi.fn(), error: vi.fn() };
  const ctx = { log, clock: { now: () => now }, config: {} } as unknown as ServiceContext;
  serveWebSockets(app, ctx, {
    subprotocol: 'test',
    hasPath: (path) => path === '/socket',
    accept: async () => ({
      key: 'one',
      async receive(text) {
        await responding?.promise;
        return `${text}!`;
      },
    }),
    limits: { ...limits, ...changed },
  });
  app.get('/socket', () => 'a page');
  return (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
}

const connect = async (url: string, options: object = {}) => {
  const socket = new WebSocket(`${url}/socket`, ['test'], options);
  await once(socket, 'open');
  return socket;
};
const codeOf = async (socket: WebSocket) => ((await once(socket, 'close')) as [number])[0];
const statusOf = async (socket: WebSocket) => {
  const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [object, { statusCode: number }];
  return statusCode;
};

beforeEach(() => {
  app = fastify();
  now = 0;
  responding = null;
});
afterEach(() => app.close());

describe('serveWebSockets', () => {
  it('responds, each connection by itself', async () => {
    const url = await open();
    const [first, second] = [await connect(url), await connect(url)];
    first.send('one');
    second.send('two');
    expect(String((await once(first, 'message'))[0])).toBe('one!');
    expect(String((await once(second, 'message'))[0])).toBe('two!');
  });

  it('has as many connections as it may, until one closes', async () => {
    const url = await open();
    const [first] = [await connect(url), await connect(url)];
    expect(await statusOf(new WebSocket(`${url}/socket`, ['test']))).toBe(429);
    first.close();
    await codeOf(first);
    await expect.poll(() => connect(url).then(() => 'open', String)).toBe('open');
  });

  it('closes what sends nothing, at first or for long', async () => {
    const quick = await open({ firstMessageMs: 20 });
    expect(await codeOf(await connect(quick))).toBe(1008);
    await app.close();
    app = fastify();
    const socket = await connect(await open({ pingMs: 20 }));
    now = 60_000;
    expect(await codeOf(socket)).toBe(1008);
  });

  it('cuts a client that answers no pings', async () => {
    const url = await open({ pingMs: 20 });
    expect(await codeOf(await connect(url, { autoPong: false }))).toBe(1006);
  });

  it('cuts a client that reads nothing', async () => {
    const url = await open({ messageBytes: 8_000_000, unreadBytes: 1_000, messagesAtOnce: 100 });
    const socket = await connect(url);
    socket.pause();
    for (let n = 0; n < 10; n += 1) socket.send('x'.repeat(4_000_000));
    await expect.poll(async () => app.server.listening && (await connections())).toBe(0);
  });

  it('ends what is in progress, and sends clients away, when the server stops', async () => {
    const url = await open();
    responding = Promise.withResolvers();
    const socket = await connect(url);
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));
    socket.send('last');
    // The pong comes after the message was read.
    socket.ping();
    await once(socket, 'pong');
    const closed = codeOf(socket);
    const stopped = app.close();
    responding.resolve();
    await stopped;
    expect([await closed, messages]).toEqual([1001, ['last!']]);
  });

  it('leaves every other upgrade a plain request', async () => {
    const url = await open();
    const port = new URL(url).port;
    for (const [name, path] of [
      ['h2c', '/socket'],
      ['websocket', '/socket'],
      ['websocket', '/other'],
    ]) {
      const response = await fetchWithUpgrade(Number(port), path ?? '', name ?? '');
      expect(response).toMatch(path === '/socket' ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 404/);
    }
  });
});

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

/** A request that asks for an upgrade without our subprotocol. */
async function fetchWithUpgrade(port: number, path: string, protocol: string): Promise<string> {
  const socket = dial(port, '127.0.0.1');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString();
}
