import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard, createOutboundAgent } from './address-guard.ts';
import { type OutboundRequest, sendRequest } from './client.ts';

const get = (url: string): OutboundRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
  timeout_ms: 3_000,
  max_bytes: 1_000,
});

let port = 0;
let reached = 0;
const server = createServer((incoming, response) => {
  reached += 1;
  if (incoming.url === '/to-metadata') {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  } else if (incoming.url === '/to-file') {
    response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  } else {
    response.end('secret');
  }
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a guard without an allow list', () => {
  const guard = createAddressGuard([]);

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    'not an address',
  ])('refuses %s', (address) => {
    expect(guard.permits(address, address)).toBe(false);
  });

  it.each(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111'])('permits %s', (address) => {
    expect(guard.permits('example.com', address)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LocalHost:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://user:password@127.0.0.1:PORT/',
    'http://１２７.0.0.1:PORT/',
  ])('does not let a request to %s out', async (template) => {
    const agent = createOutboundAgent(guard);
    const before = reached;
    const outcome = await sendRequest(agent, get(template.replace('PORT', String(port))));
    expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('OUTBOUND_ALLOW') });
    expect(reached).toBe(before);
    await agent.close();
  });
});

describe('a guard with an allow list', () => {
  it.each([
    ['a range', ['127.0.0.0/8'], '127.0.0.1'],
    ['an address', ['127.0.0.1'], '127.0.0.1'],
    ['a host name', ['localhost'], 'localhost'],
  ])('reaches what %s names', async (_, allow, host) => {
    const agent = createOutboundAgent(createAddressGuard(allow));
    const outcome = await sendRequest(agent, get(`http://${host}:${port}/`));
    expect(outcome).toMatchObject({ ok: true, response: { status: 200, body: 'secret' } });
    await agent.close();
  });

  it('checks each redirect', async () => {
    const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
    const metadata = await sendRequest(agent, get(`http://127.0.0.1:${port}/to-metadata`));
    expect(metadata).toMatchObject({ ok: false, reason: expect.stringContaining('169.254.169.254') });
    const file = await sendRequest(agent, get(`http://127.0.0.1:${port}/to-file`));
    expect(file).toMatchObject({ ok: false, reason: expect.stringContaining('file:') });
    await agent.close();
  });

  it('does not extend a host name to its subdomains', () => {
    const guard = createAddressGuard(['internal.example', '10.0.0.0/24']);
    expect(guard.permits('internal.example', '10.9.9.9')).toBe(true);
    expect(guard.permits('evil.internal.example', '10.9.9.9')).toBe(false);
    expect(guard.permits('x', '10.0.0.7')).toBe(true);
    expect(guard.permits('x', '10.0.1.7')).toBe(false);
  });
});
