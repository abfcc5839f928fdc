/** Tokens by OAuth client credentials, from token servers of every kind. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard, createOutboundAgent } from './address-guard.ts';
import { TokenCache } from './oauth.ts';

const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
let handler: (request: IncomingMessage, body: string, response: ServerResponse) => void;
let requests: { authorization: string | undefined; body: string }[] = [];
let url = '';
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ authorization: request.headers.authorization, body });
    handler(request, body, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/token`;
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});

const client = (more: object = {}) => ({ id: 'shop-1', secret: 's_e-c', tokenUrl: url, ...more });
const respond =
  (status: number, json: object) => (_: IncomingMessage, __: string, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
const good = { access_token: 't', token_type: 'bearer', expires_in: 100 };

describe('a token', () => {
  it('is requested with credentials in the header, once for concurrent callers', async () => {
    handler = respond(200, good);
    const cache = new TokenCache();
    const grants = await Promise.all([1, 2, 3].map(() => cache.getToken(agent, client(), 0)));
    expect(grants.map(({ token }) => token)).toEqual(['t', 't', 't']);
    const authorization = `Basic ${Buffer.from('shop-1:s_e-c').toString('base64')}`;
    expect(requests).toEqual([{ authorization, body: 'grant_type=client_credentials' }]);
  });

  it('is cached until shortly before it expires', async () => {
    handler = respond(200, good);
    const cache = new TokenCache();
    for (const now of [0, 89_999, 90_000, 100_000]) await cache.getToken(agent, client(), now);
    expect(requests).toHaveLength(2);
  });

  it('is another one for another secret, and after invalidation', async () => {
    handler = respond(200, good);
    const cache = new TokenCache();
    await cache.getToken(agent, client(), 0);
    await cache.getToken(agent, client({ secret: 'other' }), 0);
    await cache.invalidate(client(), 'an older one');
    expect(await cache.getToken(agent, client(), 0)).toMatchObject({ isFresh: false });
    await cache.invalidate(client(), 't');
    expect(await cache.getToken(agent, client(), 0)).toMatchObject({ isFresh: true });
    expect(requests).toHaveLength(3);
  });

  it('comes from a server that reads the body only', async () => {
    handler = (request, body, response) => {
      const isRight = new URLSearchParams(body).get('client_secret') === 's_e-c';
      respond(isRight ? 200 : 401, isRight ? good : { error: 'invalid_client' })(request, body, response);
    };
    expect(await new TokenCache().getToken(agent, client(), 0)).toMatchObject({ token: 't' });
    expect(requests.map(({ authorization }) => authorization !== undefined)).toEqual([true, false]);
  });

  it('comes from a server that says neither its type nor how long it holds', async () => {
    handler = (_, __, response) => void response.end('{"access_token":"t"}');
    const cache = new TokenCache();
    for (const now of [0, 200_000, 300_000]) await cache.getToken(agent, client(), now);
    expect(requests).toHaveLength(2);
  });

  it.each<[string, string, typeof handler]>([
    ['refuses', 'responded with 401: invalid_client', respond(401, { error: 'invalid_client' })],
    ['fails', 'responded with 500', (_, __, response) => void response.writeHead(500).end('<html>')],
    [
      'leads elsewhere',
      'responded with 302',
      (_, __, response) => void response.writeHead(302, { location: url }).end(),
    ],
    ['gives nothing', 'gave no token', respond(200, {})],
    ['gives no JSON', 'gave no token', (_, __, response) => void response.end('token')],
    ['gives no JSON object', 'gave no token', (_, __, response) => void response.end('[]')],
    ['responds with too much', 'larger than', (_, __, response) => void response.end('x'.repeat(100_000))],
    ['breaks off', 'gave no token', (_, __, response) => void response.destroy()],
  ])('that a server does not give because it %s is a problem that says so: %s', async (_, problem, next) => {
    handler = next;
    const cache = new TokenCache();
    const grant = await cache.getToken(agent, client(), 0);
    expect(grant).toEqual({ token: null, problem: expect.stringContaining(problem) });
    handler = respond(200, good);
    expect(await cache.getToken(agent, client(), 0)).toMatchObject({ token: 't' });
  });

  it('is never requested from a private address', async () => {
    const grant = await new TokenCache().getToken(agent, client({ tokenUrl: 'http://10.1.2.3/token' }), 0);
    expect(grant.problem).toContain('OUTBOUND_ALLOW');
  });
});
