/** Large bodies of several requests at once. */

import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BodiesInMemory } from './read-json.ts';

let app: FastifyInstance;
let bodies: BodiesInMemory;
let port: number;
/** Called when a request has added its bytes; the response is sent when it resolves. */
let whenAdded: () => Promise<void>;

beforeEach(async () => {
  app = fastify();
  bodies = new BodiesInMemory(1_000);
  bodies.removeAfterResponse(app);
  whenAdded = async () => {};
  app.post('/', async (request, reply) => {
    if (!bodies.add(request, Number(request.headers['x-bytes']))) return reply.code(503).send();
    await whenAdded();
    return reply.send('done');
  });
  port = Number(new URL(await app.listen({ port: 0 })).port);
});
afterEach(() => app.close());

async function post(bytes: number): Promise<number> {
  const headers = { 'x-bytes': String(bytes) };
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers })).status;
}

it('are refused while others fill the memory, and taken once those have their responses', async () => {
  const added = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  whenAdded = () => {
    added.resolve();
    return responded.promise;
  };
  const first = post(700);
  await added.promise;
  expect(await post(301)).toBe(503);
  responded.resolve();
  expect(await first).toBe(200);
  expect(await post(1_000)).toBe(200);
});

it('fill no memory after their client is gone', async () => {
  const added = Promise.withResolvers<void>();
  whenAdded = () => {
    added.resolve();
    return new Promise(() => {});
  };
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: a\r\nX-Bytes: 1000\r\nContent-Length: 0\r\n\r\n');
  await added.promise;
  client.destroy();
  await once(client, 'close');
  whenAdded = async () => {};
  await expect.poll(() => post(1_000)).toBe(200);
});
