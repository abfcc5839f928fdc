/** Tokens by OAuth client credentials, from token servers of every kind. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard, createOutboundAgent } from './address-guard.ts';
import { TokenCache } from './oauth.ts';

const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
let answer: (request: IncomingMessage, body: string, response: ServerResponse) => void;
let asked: { authorization: string | undefined; body: string }[] = [];
let url = '';
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ authorization: request.headers.authorization, body });
    answer(request, body, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/token`;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});

const client = (more: object = {}) => ({ id: 'shop-1', secret: 's_e-c', tokenUrl: url, ...more });
const tell = (status: number, json: object) => (_: IncomingMessage, __: string, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
const good = { access_token: 't', token_type: 'bearer', expires_in: 100 };

describe('a token', () => {
  it('is asked for with credentials in the header, once for all who ask at the same time', async () => {
    answer = tell(200, good);
    const keeper = new TokenCache();
    const grants = await Promise.all([1, 2, 3].map(() => keeper.getToken(agent, client(), 0)));
    expect(grants.map(({ token }) => token)).toEqual(['t', 't', 't']);
    const authorization = `Basic ${Buffer.from('shop-1:s_e-c').toString('base64')}`;
    expect(asked).toEqual([{ authorization, body: 'grant_type=client_credentials' }]);
  });

  it('is kept until shortly before it ends', async () => {
    answer = tell(200, good);
    const keeper = new TokenCache();
    for (const now of [0, 89_999, 90_000, 100_000]) await keeper.getToken(agent, client(), now);
    expect(asked).toHaveLength(2);
  });

  it('is another for another secret, and after it was forgotten', async () => {
    answer = tell(200, good);
    const keeper = new TokenCache();
    await keeper.getToken(agent, client(), 0);
    await keeper.getToken(agent, client({ secret: 'other' }), 0);
    await keeper.invalidate(client(), 'an older one');
    expect(await keeper.getToken(agent, client(), 0)).toMatchObject({ isFresh: false });
    await keeper.invalidate(client(), 't');
    expect(await keeper.getToken(agent, client(), 0)).toMatchObject({ isFresh: true });
    expect(asked).toHaveLength(3);
  });

  it('comes from a server that reads the body only', async () => {
    answer = (request, body, response) => {
      const isRight = new URLSearchParams(body).get('client_secret') === 's_e-c';
      tell(isRight ? 200 : 401, isRight ? good : { error: 'invalid_client' })(request, body, response);
    };
    expect(await new TokenCache().getToken(agent, client(), 0)).toMatchObject({ token: 't' });
    expect(asked.map(({ authorization }) => authorization !== undefined)).toEqual([true, false]);
  });

  it('comes from a server that says neither its type nor how long it holds', async () => {
    answer = (_, __, response) => void response.end('{"access_token":"t"}');
    const keeper = new TokenCache();
    for (const now of [0, 200_000, 300_000]) await keeper.getToken(agent, client(), now);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, string, typeof answer]>([
    ['refuses', 'answered 401: invalid_client', tell(401, { error: 'invalid_client' })],
    ['fails', 'answered 500', (_, __, response) => void response.writeHead(500).end('<html>')],
    [
      'leads elsewhere',
      'answered 302',
      (_, __, response) => void response.writeHead(302, { location: url }).end(),
    ],
    ['gives nothing', 'gave no token', tell(200, {})],
    ['gives no JSON', 'gave no token', (_, __, response) => void response.end('token')],
    ['gives no JSON object', 'gave no token', (_, __, response) => void response.end('[]')],
    ['answers too much', 'larger than', (_, __, response) => void response.end('x'.repeat(100_000))],
    ['breaks off', 'gave no token', (_, __, response) => void response.destroy()],
  ])(
    'that a server does not give because it %s is a problem that says so: %s',
    async (_, problem, answers) => {
      answer = answers;
      const keeper = new TokenCache();
      const grant = await keeper.getToken(agent, client(), 0);
      expect(grant).toEqual({ token: null, problem: expect.stringContaining(problem) });
      answer = tell(200, good);
      expect(await keeper.getToken(agent, client(), 0)).toMatchObject({ token: 't' });
    },
  );

  it('is never asked for at a private address', async () => {
    const grant = await new TokenCache().getToken(agent, client({ tokenUrl: 'http://10.1.2.3/token' }), 0);
    expect(grant.problem).toContain('OUTBOUND_ALLOW');
  });
});
