/** API keys of accounts over HTTP, and signing in with them. */

import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKeyPage } from '#api/accounts/key-operations.ts';
import type { AccountKeyWithSecret, AccountWithToken } from '#api/accounts/schemas.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import type { Credentials } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function makeKey(by: Credentials = server.account, name = 'Reports'): Promise<AccountKeyWithSecret> {
  const answer = await server.send({ url: paths.apiKeys, form: { FriendlyName: name }, by });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json();
}

const credentialsOf = ({ sid, secret }: AccountKeyWithSecret) => ({ account_sid: sid, auth_token: secret });
const statusAs = async (by: Credentials, url: string = paths.flows) =>
  (await server.send({ url, by })).statusCode;

describe('an API key of an account', () => {
  it('is created with a secret that is shown once and stored as a hash', async () => {
    const key = await makeKey();
    expect(key).toEqual({
      sid: expect.stringMatching(/^SK[0-9a-f]{32}$/),
      account_sid: server.account.account_sid,
      friendly_name: 'Reports',
      approves_publishing: false,
      role: 'owner',
      status: 'active',
      date_created: '2026-11-06T12:00:00Z',
      date_expires: null,
      date_last_used: null,
      url: `http://flows.test/v1/ApiKeys/${key.sid}`,
      secret: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { secret, ...rest } = key;
    const list = (await server.send({ url: paths.apiKeys })).json<AccountKeyPage>();
    expect(list.api_keys[0]).toEqual(rest);
    const rows = await server.ctx.database.read.selectFrom('account_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('signs in like the auth token, with its SID as user name', async () => {
    const key = await makeKey();
    expect(await statusAs(credentialsOf(key))).toBe(200);
    expect(await statusAs(credentialsOf(key), emailPaths.scopes)).toBe(200);
    expect(await statusAs({ account_sid: key.sid, auth_token: 'wrong' })).toBe(401);
    expect(await statusAs({ account_sid: `SK${'0'.repeat(32)}`, auth_token: key.secret })).toBe(401);
    expect(await statusAs({ account_sid: server.account.account_sid, auth_token: key.secret })).toBe(401);
  });

  it('serves the unmodified client library, which names the account beside it', async () => {
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const key = await makeKey();
    const client = twilio(key.sid, key.secret, { accountSid: server.account.account_sid });
    client.studio.baseUrl = url;
    const definition = emptyDefinition('Made with a key');
    const made = await client.studio.v2.flows.create({ friendlyName: 'K', status: 'published', definition });
    expect((await client.studio.v2.flows(made.sid).fetch()).accountSid).toBe(server.account.account_sid);
    expect(await client.studio.v2.flows.list({ limit: 1 })).toHaveLength(1);
  });

  it('is rejected as soon as it is revoked, and belongs to one account', async () => {
    const key = await makeKey();
    const revoke = (by: Credentials) => server.send({ method: 'DELETE', url: paths.apiKey(key.sid), by });
    expect((await revoke(server.other)).statusCode).toBe(404);
    expect(await statusAs(credentialsOf(key))).toBe(200);
    expect((await revoke(server.account)).statusCode).toBe(204);
    expect(await statusAs(credentialsOf(key))).toBe(401);
    expect((await revoke(server.account)).statusCode).toBe(404);
    const others = (await server.send({ url: paths.apiKeys, by: server.other })).json<AccountKeyPage>();
    expect(others.api_keys).toEqual([]);
  });

  it('changes no credentials: it makes and revokes no keys, and replaces no token', async () => {
    const key = await makeKey();
    const by = credentialsOf(key);
    const attempts = [
      { url: paths.apiKeys, form: { FriendlyName: 'More' }, by },
      { method: 'DELETE' as const, url: paths.apiKey(key.sid), by },
      { method: 'POST' as const, url: paths.authToken(server.account.account_sid), by },
    ];
    for (const attempt of attempts) {
      expect((await server.send(attempt)).json()).toMatchObject({ status: 403, code: 20403 });
    }
    expect(await statusAs(server.account)).toBe(200);
    const form = { AccountSid: key.sid, AuthToken: key.secret };
    expect((await server.send({ url: paths.session, form, by: null })).statusCode).toBe(401);
  });

  it('is rejected while its account is closed', async () => {
    const made = await server.send({ url: paths.accounts, form: { FriendlyName: 'Closes' } });
    const { sid, auth_token } = made.json<AccountWithToken>();
    const key = await makeKey({ account_sid: sid, auth_token });
    await server.send({ url: paths.account(sid), form: { Status: 'closed' } });
    expect(await statusAs(credentialsOf(key))).toBe(401);
  });

  it.each([{ FriendlyName: 'x'.repeat(101) }, { FriendlyName: 'a\nb' }])('of %j is refused', async (form) => {
    expect((await server.send({ url: paths.apiKeys, form })).json()).toMatchObject({
      details: { field: 'FriendlyName' },
    });
  });

  it('is one of a hundred at most', async () => {
    const own = await openTestServer();
    const create = () => own.send({ url: paths.apiKeys, form: {} });
    for (let n = 0; n < 100; n += 1) expect((await create()).statusCode).toBe(201);
    expect((await create()).json()).toMatchObject({ status: 403, code: 20403 });
    await own.close();
  });
});

describe('replacing the auth token', () => {
  async function account() {
    const made = await server.send({ url: paths.accounts, form: { FriendlyName: 'Rotates' } });
    const { sid, auth_token } = made.json<AccountWithToken>();
    const by = { account_sid: sid, auth_token };
    const key = await makeKey(by);
    const emailKey = await server.send({ url: emailPaths.keys, payload: { name: 'E' }, by });
    const form = { AccountSid: sid, AuthToken: auth_token };
    const signIn = await server.send({ url: paths.session, form, by: null });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    return {
      /** The statuses that the session, the key and the key of the email service get afterwards. */
      async rotated(choice: object) {
        const url = paths.authToken(sid);
        expect((await server.send({ method: 'POST', url, payload: choice })).statusCode).toBe(200);
        const bearer = { authorization: `Bearer ${emailKey.json().api_key}` };
        return [
          (await server.send({ url: paths.flows, by: null, headers: { cookie } })).statusCode,
          await statusAs(credentialsOf(key)),
          (await server.send({ url: emailPaths.scopes, by: null, headers: bearer })).statusCode,
        ];
      },
    };
  }

  it.each([
    [{}, [401, 200, 200]],
    [{ RevokeSessions: 'false' }, [200, 200, 200]],
    [{ RevokeKeys: 'true' }, [401, 401, 401]],
    [{ RevokeSessions: 'false', RevokeKeys: 'true' }, [200, 401, 401]],
    [{ RevokeSessions: false, RevokeKeys: true }, [200, 401, 401]],
  ])('with %j ends sessions and keys accordingly', async (choice, statuses) => {
    expect(await (await account()).rotated(choice)).toEqual(statuses);
  });
});

it('a key is refused with the reason once its days are over, and stays in the list', async () => {
  const form = { FriendlyName: 'For a week', Days: '7' };
  const answer = await server.send({ url: paths.apiKeys, form });
  const key = answer.json<AccountKeyWithSecret>();
  expect(key).toMatchObject({ status: 'active', date_expires: '2026-11-13T12:00:00Z' });
  server.advanceClock(7 * 86_400_000 - 1);
  expect(await statusAs(credentialsOf(key))).toBe(200);
  server.advanceClock(1);
  const refused = await server.send({ url: paths.flows, by: credentialsOf(key) });
  expect([refused.statusCode, refused.json().message]).toEqual([
    401,
    'This API key expired at 2026-11-13T12:00:00Z: create another one',
  ]);
  expect(await statusAs(credentialsOf(key), emailPaths.scopes)).toBe(401);
  // Who does not have the secret learns nothing.
  const guess = await server.send({ url: paths.flows, by: { account_sid: key.sid, auth_token: 'wrong' } });
  expect([guess.statusCode, guess.body]).toEqual([401, expect.not.stringContaining('expired')]);
  const list = (await server.send({ url: paths.apiKeys })).json<AccountKeyPage>();
  expect(list.api_keys[0]).toMatchObject({ sid: key.sid, status: 'expired' });
  for (const Days of ['0', '366', '1.5']) {
    const { statusCode } = await server.send({ url: paths.apiKeys, form: { ...form, Days } });
    expect([Days, statusCode]).toEqual([Days, 400]);
  }
});
