/** Network errors as sentences. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createAddressGuard, createOutboundAgent } from './address-guard.ts';
import { sendRequest } from './client.ts';
import { failureReason } from './failure-reason.ts';

const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
let server: Server | null = null;
afterEach(async () => {
  server?.close();
  server = null;
});

/** A port of this machine at which `server` does to each connection what is said, or at which nobody listens. */
async function portOf(serve: Server): Promise<number> {
  server = serve.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const outcomeAt = (port: number) =>
  sendRequest(agent, {
    ...{ url: `http://127.0.0.1:${port}/`, method: 'GET', headers: {}, body: null },
    ...{ timeout_ms: 5_000, max_bytes: 1_000 },
  });

it('says where nothing listens', async () => {
  const port = await portOf(createServer());
  server?.close();
  expect(await outcomeAt(port)).toEqual({ ok: false, reason: `Nothing listens at 127.0.0.1:${port}` });
});

it('says that the other side broke off', async () => {
  const port = await portOf(createServer((socket) => socket.destroy()));
  expect(await outcomeAt(port)).toEqual({ ok: false, reason: 'The other side broke the connection off' });
});

it('names the host that is not known', () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND a.test'), {
    ...{ code: 'ENOTFOUND', hostname: 'a.test' },
  });
  expect(failureReason(error)).toBe('The host a.test is not known');
});

it('looks into what failed at several addresses', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:80'), {
    ...{ code: 'ECONNREFUSED', address: '::1', port: 80 },
  });
  expect(failureReason(new AggregateError([refused], ''))).toBe('Nothing listens at ::1:80');
});

it('says anything else as the system does', () => {
  expect(failureReason(new Error('certificate has expired'))).toBe('certificate has expired');
});
