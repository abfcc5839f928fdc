/** Which connections stay open when there are more than their limits, on real sockets. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/server.ts';

const opened: { server: TestServer; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});

/** Opens one connection after the other, from one address. */
async function openClients(environment: Record<string, string>) {
  const server = await openTestServer(environment);
  const sockets: Socket[] = [];
  opened.push({ server, sockets });
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  return async () => {
    const accepted = once(server.app.server, 'connection');
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const [served]: Socket[] = await accepted;
    const ends = [socket, served].map((end) => new Promise((resolve) => end?.once('close', resolve)));
    /** What it has received when both ends are closed. */
    const closed = Promise.all(ends).then(() => received);
    const status = async () => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return (await closed).slice(0, 'HTTP/1.1 200'.length);
    };
    return { closed, status, write: (text: string) => socket.write(text) };
  };
}

it('an address has a quarter of all connections; one more is answered with 503', async () => {
  const open = await openClients({ CONNECTION_LIMIT: '8' });
  const [first, second, third] = [await open(), await open(), await open()];
  expect(await third.closed).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n/s);
  expect(await first.status()).toBe('HTTP/1.1 200');
  const fourth = await open();
  expect(await fourth.status()).toBe('HTTP/1.1 200');
  expect(await second.status()).toBe('HTTP/1.1 200');
});

it('there are no more in all, and the one that has waited longest without a request gives way', async () => {
  const open = await openClients({ CONNECTION_LIMIT: '4', TRUSTED_PROXIES: '127.0.0.1' });
  const clients = [await open(), await open(), await open(), await open()];
  clients[0]?.write('GET /healthz HTTP/1.1\r\nX-Half: ');
  const [fifth, sixth] = [await open(), await open()];
  expect(await Promise.all(clients.slice(0, 2).map(({ closed }) => closed))).toEqual(['', '']);
  for (const client of [fifth, sixth, ...clients.slice(2)])
    expect(await client.status()).toBe('HTTP/1.1 200');
});
