/** Sign-in, sign-in links and sessions over HTTP. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestRequest, type TestServer } from '../testing/server.ts';
import { createSignInLink } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;
const credentials = () => ({ AccountSid: server.account.account_sid, AuthToken: server.account.auth_token });
const link = async (lifetimeMs = 60_000) =>
  `/sign-in?token=${await createSignInLink(server.ctx, server.account.account_sid, lifetimeMs)}`;

type Answer = Awaited<ReturnType<TestServer['send']>>;
const cookieOf = (answer: Answer) => {
  const [cookie] = answer.cookies;
  if (cookie === undefined) throw new Error('No cookie was set.');
  return cookie;
};
const signIn = async () => {
  const cookie = cookieOf(await server.send({ url: '/session', form: credentials(), by: null }));
  return `${cookie.name}=${cookie.value}`;
};
const withCookie = (cookie: string, request: TestRequest) =>
  server.send({ ...request, by: null, headers: { cookie, ...request.headers } });

describe('signing in', () => {
  it('with the account’s credentials creates a session', async () => {
    const answer = await server.send({ url: '/session', form: credentials(), by: null });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      ...{ account_sid: server.account.account_sid, friendly_name: 'First' },
      ...{ person: null, role: 'owner', needs_owner: true },
    });
    expect(cookieOf(answer)).toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: (30 * day) / 1000,
    });
    expect(cookieOf(answer).secure).toBeUndefined();
  });

  it('accepts JSON as well', async () => {
    expect((await server.send({ url: '/session', payload: credentials(), by: null })).statusCode).toBe(200);
  });

  it('with wrong credentials is rejected', async () => {
    const form = { ...credentials(), AuthToken: 'wrong' };
    const answer = await server.send({ url: '/session', form, by: null });
    expect(answer.json()).toMatchObject({ status: 401, code: 20003 });
    expect(answer.cookies).toEqual([]);
  });

  it('from the page of another site is rejected', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await server.send({ url: '/session', form: credentials(), by: null, headers });
    expect(answer.statusCode).toBe(403);
  });

  it('sets a cookie for encrypted connections only where the public URL is one', async () => {
    const secure = await openTestServer({ PUBLIC_URL: 'https://flows.example.org' });
    const form = { AccountSid: secure.account.account_sid, AuthToken: secure.account.auth_token };
    const answer = await secure.send({ url: '/session', form, by: null });
    expect(cookieOf(answer).secure).toBe(true);
    await secure.close();
  });
});

describe('the sign-in link', () => {
  it('signs in once', async () => {
    const url = await link();
    const first = await server.send({ url, by: null });
    expect([first.statusCode, first.headers.location]).toEqual([303, '/']);
    const { name, value } = cookieOf(first);
    expect((await withCookie(`${name}=${value}`, { url: '/session' })).statusCode).toBe(200);
    const second = await server.send({ url, by: null });
    expect([second.statusCode, second.headers.location]).toEqual([303, '/sign-in?link=used']);
    expect(second.cookies).toEqual([]);
  });

  it('is not used up by a HEAD request', async () => {
    const url = await link();
    await server.send({ method: 'HEAD', url, by: null });
    expect((await server.send({ url, by: null })).headers.location).toBe('/');
  });

  it('expires', async () => {
    const url = await link(60_000);
    server.advanceClock(60_000);
    expect((await server.send({ url, by: null })).headers.location).toBe('/sign-in?link=used');
  });

  it('is rejected when its token is unknown', async () => {
    expect((await server.send({ url: '/sign-in?token=', by: null })).headers.location).toBe(
      '/sign-in?link=used',
    );
  });
});

describe('a session', () => {
  it('authenticates its account', async () => {
    const cookie = await signIn();
    expect((await withCookie(cookie, { url: '/session' })).json()).toMatchObject({ friendly_name: 'First' });
    expect((await withCookie(cookie, { url: '/v2/Flows' })).statusCode).toBe(200);
  });

  it('needs its cookie with a valid token', async () => {
    expect((await server.send({ url: '/session', by: null })).statusCode).toBe(204);
    expect((await withCookie('patchbay_session=abc', { url: '/session' })).statusCode).toBe(204);
  });

  it('allows changes from the same origin only', async () => {
    const cookie = await signIn();
    const form = { FriendlyName: 'F', Status: 'draft', Definition: JSON.stringify(emptyDefinition()) };
    const statusWith = async (headers: Record<string, string>) =>
      (await withCookie(cookie, { url: '/v2/Flows', form, headers })).statusCode;
    expect(await statusWith({})).toBe(403);
    expect(await statusWith({ origin: 'http://elsewhere.example' })).toBe(403);
    expect(await statusWith({ origin: 'null' })).toBe(403);
    expect(await statusWith({ 'sec-fetch-site': 'cross-site', origin: 'http://flows.test' })).toBe(403);
    expect(await statusWith({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await statusWith({ origin: 'http://flows.test' })).toBe(201);
    expect(await statusWith({ 'sec-fetch-site': 'same-origin' })).toBe(201);
  });

  it('ends with sign-out', async () => {
    const cookie = await signIn();
    const answer = await withCookie(cookie, { method: 'DELETE', url: '/session' });
    expect([answer.statusCode, cookieOf(answer).value]).toEqual([204, '']);
    expect((await withCookie(cookie, { url: '/session' })).statusCode).toBe(204);
  });

  it('ends 30 days after its last use', async () => {
    const cookie = await signIn();
    server.advanceClock(20 * day);
    const used = await withCookie(cookie, { url: '/session' });
    expect(used.statusCode).toBe(200);
    expect(cookieOf(used).maxAge).toBe((30 * day) / 1000);
    expect((await withCookie(cookie, { url: '/session' })).cookies).toEqual([]);
    server.advanceClock(29 * day);
    expect((await withCookie(cookie, { url: '/session' })).statusCode).toBe(200);
    server.advanceClock(30 * day);
    expect((await withCookie(cookie, { url: '/session' })).statusCode).toBe(204);
  });

  it('is ignored when the header has credentials', async () => {
    const cookie = await signIn();
    const answer = await server.send({ url: '/session', by: server.other, headers: { cookie } });
    expect(answer.json().account_sid).toBe(server.other.account_sid);
  });

  it('is stored as a hash only', async () => {
    const cookie = await signIn();
    const rows = await server.ctx.database.read
      .selectFrom('sessions')
      .selectAll()
      .where('account', '=', server.account.account_sid)
      .execute();
    expect(rows).toHaveLength(1);
    expect(cookie).not.toContain(String(rows[0]?.token_hash));
  });
});
