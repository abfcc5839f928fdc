/** Authentication, scopes, on-behalf-of, regions, rate limits and error responses of the email API. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailOperations } from '#api/email/operations.ts';
import { emailPaths } from '#api/email/paths.ts';
import { type Scope, scopes } from '#api/email/scopes.ts';
import { basicAuthorization } from '../../testing/server.ts';
import { type EmailApi, openEmailApi } from '../testing/email-api.ts';

let email: EmailApi;

beforeAll(async () => {
  email = await openEmailApi({ EU_HOST: 'eu.mail.test', EMAIL_RATE_LIMIT: '100000' });
});
afterAll(() => email.close());

const nobody = { errors: [{ field: null, message: 'authorization required' }] };
const forbidden = { errors: [{ field: null, message: 'access forbidden' }] };

/** Creates a subaccount of `parent`; returns its SID. */
async function addBelow(parent: string, username: string): Promise<string> {
  const { ctx } = email.server;
  const sid = ctx.ids.sid('AC');
  const row = {
    sid,
    name: username,
    user: ctx.ids.sid('US'),
    token_hash: '',
    created_at: ctx.clock.now(),
    parent,
    username,
    closed_at: null,
  };
  await ctx.database.write((tx) => tx.insertInto('accounts').values(row).execute());
  return sid;
}

describe('authentication', () => {
  it('accepts an API key or account credentials, and nothing else', async () => {
    const get = (headers: Record<string, string>) =>
      email.call('GET', emailPaths.keys, { key: null, headers });
    expect((await get({ authorization: `Bearer ${email.key}` })).status).toBe(200);
    expect((await get({ authorization: basicAuthorization(email.server.account) })).status).toBe(200);
    for (const authorization of ['', 'Bearer', `Bearer ${email.key}x`, `Basic ${email.key}`, email.key]) {
      const { status, json } = await get({ authorization });
      expect({ status, json }, authorization).toEqual({ status: 401, json: nobody });
    }
  });

  it('accepts the session cookie from the same origin only', async () => {
    const { account, app } = email.server;
    const signedIn = await email.server.send({
      url: '/session',
      form: { AccountSid: account.account_sid, AuthToken: account.auth_token },
      by: null,
    });
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1).join('');
    const make = (site: string) =>
      app.inject({
        method: 'POST',
        url: emailPaths.keys,
        headers: { cookie, 'sec-fetch-site': site },
        payload: { name: 'First' },
      });
    expect((await make('same-origin')).statusCode).toBe(201);
    const foreign = await make('cross-site');
    expect(foreign.statusCode).toBe(403);
    expect(foreign.json()).toMatchObject({ errors: [{ field: null }] });
  });
});

describe('a scope', () => {
  it('is required by every operation but the one that lists scopes', () => {
    const without = emailOperations.filter(({ scope }) => scope === null).map(({ path }) => path);
    expect(without).toEqual([emailPaths.scopes]);
    expect(emailOperations.every(({ scope }) => scope === null || scopes.includes(scope))).toBe(true);
  });

  it.each(
    emailOperations.flatMap(({ id, method, path, scope }) =>
      scope === null ? [] : [{ id, method, path, scope }],
    ),
  )('$scope is what $id needs', async ({ method, path, scope }) => {
    const others: Scope[] = scopes.filter(
      (each) =>
        each !== scope &&
        !each.startsWith('billing.') &&
        !each.startsWith('2fa_') &&
        each !== 'sender_verification_legacy',
    );
    const url = path.replace('{group_id}', '1').replaceAll(/\{\w+\}/g, 'none');
    const [without, having] = [await email.makeKey(others), await email.makeKey([scope])];
    const refused = await email.call(method, url, {
      key: without.api_key,
      body: method === 'GET' ? undefined : {},
    });
    expect({ status: refused.status, json: refused.json }).toEqual({ status: 403, json: forbidden });
    const admitted = await email.call(method, url, {
      key: having.api_key,
      body: method === 'GET' ? undefined : {},
    });
    expect([200, 201, 204, 400, 404]).toContain(admitted.status);
    for (const { api_key_id } of [without, having]) await email.call('DELETE', emailPaths.key(api_key_id));
  });
});

describe('on-behalf-of', () => {
  it('accepts a subuser by name and a customer account by id, with separate data', async () => {
    const sid = await addBelow(email.server.account.account_sid, 'shop');
    const post = await email.call('POST', emailPaths.eventWebhooks, {
      headers: { 'on-behalf-of': 'shop' },
      body: { url: 'https://shop.test/events' },
    });
    expect(post.status).toBe(201);
    const list = (headers: Record<string, string>) =>
      email.call('GET', emailPaths.allEventWebhooks, { headers });
    expect((await list({ 'on-behalf-of': `account-id ${sid}` })).json).toMatchObject({
      webhooks: [{ url: 'https://shop.test/events' }],
    });
    expect((await list({})).json).toMatchObject({ webhooks: [] });
  });

  it('rejects accounts of others, unknown ones, and callers that are subaccounts', async () => {
    const sid = await addBelow(email.server.account.account_sid, 'branch');
    await addBelow(sid, 'twig');
    const foreign = await addBelow(email.server.other.account_sid, 'foreign');
    const act = (onBehalfOf: string, key = email.key) =>
      email.call('GET', emailPaths.allEventWebhooks, { key, headers: { 'on-behalf-of': onBehalfOf } });
    const made = await email.call('POST', emailPaths.keys, {
      headers: { 'on-behalf-of': 'branch' },
      body: { name: 'Of the branch' },
    });
    const { api_key } = made.json as { api_key: string };
    for (const response of [
      await act('nobody'),
      await act('foreign'),
      await act(`account-id ${foreign}`),
      await act(`account-id ${email.server.other.account_sid}`),
      await act('account-id none'),
      await act('twig', api_key),
    ]) {
      expect({ status: response.status, json: response.json }).toEqual({ status: 403, json: forbidden });
    }
    expect((await email.call('GET', emailPaths.allEventWebhooks, { key: api_key })).status).toBe(200);
  });
});

describe('the EU region', () => {
  it('has separate keys and data, by path and by host name', async () => {
    const eu = await email.makeKey(undefined, '/eu');
    const list = (key: string, more: object) => email.call('GET', emailPaths.parseSettings, { key, ...more });
    const [byPath, byName] = [{ prefix: '/eu' }, { headers: { host: 'eu.mail.test' } }];
    await email.call('POST', emailPaths.parseSettings, {
      key: eu.api_key,
      body: { hostname: 'eu.example.com', url: 'https://e.test/' },
      ...byPath,
    });
    expect((await list(eu.api_key, byPath)).json).toMatchObject({ result: [{ hostname: 'eu.example.com' }] });
    expect((await list(eu.api_key, byName)).json).toMatchObject({ result: [{ hostname: 'eu.example.com' }] });
    expect((await list(email.key, {})).json).toEqual({ result: [] });
    expect((await list(eu.api_key, {})).json).toEqual(nobody);
    for (const where of [byPath, byName]) expect((await list(email.key, where)).json).toEqual(nobody);
    expect((await email.call('GET', emailPaths.keys, { prefix: '/eu', key: eu.api_key })).json).toMatchObject(
      {
        result: [{ api_key_id: eu.api_key_id }],
      },
    );
  });
});

describe('errors of the whole request', () => {
  const shown = {
    'x-ratelimit-limit': '100000',
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  };

  it('have the error shape of the email API, with rate limit headers', async () => {
    const notFound = { errors: [{ field: null, message: 'not found' }] };
    for (const url of ['/v3', '/eu/v3', '/v3/nothing', '/v3/api_keys/a/b', '/eu/v3/nothing']) {
      const response = await email.call('GET', url, {
        headers: { authorization: basicAuthorization(email.server.account) },
      });
      expect(response, url).toMatchObject({ status: 404, json: notFound, headers: shown });
    }
    expect(await email.call('PUT', emailPaths.keys, { body: {} })).toMatchObject({
      status: 405,
      json: { errors: [{ field: null, message: 'method not allowed' }] },
      headers: { allow: 'POST, GET, HEAD', ...shown },
    });
    expect(await email.call('GET', '/v3/api_keys', { key: 'none' })).toMatchObject({
      status: 401,
      headers: shown,
    });
    for (const url of ['/v3/api_keys/%zz', '/eu/v3/%zz']) {
      expect(await email.call('GET', url)).toMatchObject({
        status: 400,
        json: { errors: [{ field: null }] },
        headers: shown,
      });
    }
    expect(await email.call('POST', emailPaths.keys, { body: `"${'x'.repeat(3_000_000)}"` })).toMatchObject({
      status: 413,
      json: { errors: [{ field: null, message: 'the body is too large' }] },
    });
  });

  it('hide the details of server errors', async () => {
    const own = await openEmailApi();
    await own.server.ctx.database.write((tx) => tx.schema.dropTable('parse_settings').execute());
    const { status, json } = await own.call('GET', emailPaths.parseSettings);
    expect({ status, json }).toEqual({
      status: 500,
      json: { errors: [{ message: 'internal server error' }] },
    });
    await own.close();
  });
});

describe('the rate limit of an endpoint', () => {
  it('applies to URLs that cannot be parsed', async () => {
    const own = await openEmailApi({ EMAIL_RATE_LIMIT: '2' });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await own.call('GET', '/v3/%zz')).status);
    expect(statuses).toEqual([400, 400, 429]);
    await own.close();
  });

  it('is counted per endpoint, in headers of every response, and resets every minute', async () => {
    const own = await openEmailApi({ EMAIL_RATE_LIMIT: '3' });
    const ask = () => own.call('GET', emailPaths.scopes);
    const reset = String((Math.floor(own.server.ctx.clock.now() / 60_000) + 1) * 60);
    const seen = [await ask(), await ask(), await ask(), await ask()];
    expect(seen.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(seen.every(({ headers }) => headers['x-ratelimit-reset'] === reset)).toBe(true);
    expect(seen[3]?.json).toEqual({ errors: [{ field: null, message: 'too many requests' }] });
    expect((await own.call('GET', emailPaths.parseSettings)).status).toBe(200);
    own.server.advanceClock(60_000);
    expect(await ask()).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '2' } });
    await own.close();
  });
});
