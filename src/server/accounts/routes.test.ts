/** Accounts, subaccounts and their tokens, over HTTP. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountPage } from '#api/accounts/operations.ts';
import type { AccountWithToken } from '#api/accounts/schemas.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestServer } from '../testing/server.ts';
import type { Credentials } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const post = (url: string, form: Record<string, string>, by?: Credentials) =>
  server.send({ method: 'POST', url, form, ...(by && { by }) });

async function makeSubaccount(form: Record<string, string>): Promise<AccountWithToken> {
  const answer = await post('/v1/Accounts', form);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const credentialsOf = ({ sid, auth_token }: AccountWithToken) => ({ account_sid: sid, auth_token });
const flow = { FriendlyName: 'F', Status: 'published', Definition: JSON.stringify(emptyDefinition()) };

describe('a subaccount', () => {
  it('is created with a token that is returned once, and has flows of its own', async () => {
    const made = await makeSubaccount({ FriendlyName: 'Branch', Username: 'branch.one' });
    expect(made).toEqual({
      sid: expect.stringMatching(/^AC[0-9a-f]{32}$/),
      parent_sid: server.account.account_sid,
      friendly_name: 'Branch',
      username: 'branch.one',
      status: 'active',
      date_created: '2026-11-06T12:00:00Z',
      date_closed: null,
      url: `http://flows.test/v1/Accounts/${made.sid}`,
      links: { auth_token: `http://flows.test/v1/Accounts/${made.sid}/AuthToken` },
      auth_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { auth_token: _, ...rest } = made;
    expect((await server.send({ url: `/v1/Accounts/${made.sid}` })).json()).toEqual(rest);
    const imported = await post('/v2/Flows', flow, credentialsOf(made));
    expect(imported.json()).toMatchObject({ account_sid: made.sid });
    expect((await server.send({ url: `/v2/Flows/${imported.json().sid}` })).statusCode).toBe(404);
  });

  it('has a username that is unique below its parent only', async () => {
    await makeSubaccount({ FriendlyName: 'A', Username: 'twice' });
    const again = await post('/v1/Accounts', { FriendlyName: 'B', Username: 'twice' });
    expect(again.json()).toMatchObject({ status: 409, code: 20409, details: { field: 'Username' } });
    const elsewhere = await post('/v1/Accounts', { FriendlyName: 'B', Username: 'twice' }, server.other);
    expect(elsewhere.statusCode).toBe(201);
    await makeSubaccount({ FriendlyName: 'No name' });
    await makeSubaccount({ FriendlyName: 'No name either' });
  });

  it.each([
    [{}, 'FriendlyName'],
    [{ FriendlyName: 'x'.repeat(101) }, 'FriendlyName'],
    [{ FriendlyName: 'a\nb' }, 'FriendlyName'],
    [{ FriendlyName: 'x', Username: 'two words' }, 'Username'],
  ])('of %j is refused', async (form, field) => {
    expect((await post('/v1/Accounts', form)).json()).toMatchObject({ code: 20001, details: { field } });
  });

  it('can have none itself, and sees neither its parent nor its siblings', async () => {
    const [one, two] = [
      await makeSubaccount({ FriendlyName: '1' }),
      await makeSubaccount({ FriendlyName: '2' }),
    ];
    const by = credentialsOf(one);
    expect((await post('/v1/Accounts', { FriendlyName: '3' }, by)).json()).toMatchObject({ code: 20403 });
    for (const sid of [two.sid, server.account.account_sid, server.other.account_sid]) {
      expect((await server.send({ url: `/v1/Accounts/${sid}`, by })).statusCode).toBe(404);
      expect((await post(`/v1/Accounts/${sid}/AuthToken`, {}, by)).statusCode).toBe(404);
      expect((await post(`/v1/Accounts/${sid}`, { Status: 'closed' }, by)).statusCode).toBe(404);
    }
    const { accounts } = (await server.send({ url: '/v1/Accounts', by })).json<AccountPage>();
    expect(accounts.map(({ sid }) => sid)).toEqual([one.sid]);
  });
});

describe('subaccounts', () => {
  it('are as many as the setting allows, closed ones counted, also when they are created at the same time', async () => {
    const limited = await openTestServer({ SUBACCOUNT_LIMIT: '2' });
    const create = (name: string) => limited.send({ url: '/v1/Accounts', form: { FriendlyName: name } });
    const answers = await Promise.all(['1', '2', '3'].map(create));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 403]);
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json<AccountWithToken>();
    await limited.send({ url: `/v1/Accounts/${made?.sid}`, form: { Status: 'closed' } });
    expect((await create('4')).json()).toMatchObject({
      ...{ status: 403, code: 20403, message: 'The account has 2 subaccounts, and may have no more' },
    });
    const elsewhere = { url: '/v1/Accounts', form: { FriendlyName: '1' }, by: limited.other };
    expect((await limited.send(elsewhere)).statusCode).toBe(201);
    await limited.close();
  });
});

describe('the list of accounts', () => {
  it('has the account and those below it, newest first, page by page and by status', async () => {
    const by = server.other;
    const own = (await server.send({ url: '/v1/Accounts', by })).json<AccountPage>().accounts;
    expect(own.at(-1)).toMatchObject({ sid: by.account_sid, parent_sid: null, friendly_name: 'Second' });
    const made = (await post('/v1/Accounts', { FriendlyName: 'Newest' }, by)).json<AccountWithToken>();
    const first = (await server.send({ url: '/v1/Accounts?PageSize=1', by })).json<AccountPage>();
    expect(first.accounts.map(({ sid }) => sid)).toEqual([made.sid]);
    const { pathname, search } = new URL(first.meta.next_page_url ?? '');
    const next = (await server.send({ url: pathname + search, by })).json<AccountPage>();
    expect(next.accounts).toEqual(own.slice(0, 1));
    await post(`/v1/Accounts/${made.sid}`, { Status: 'closed' }, by);
    const closed = (await server.send({ url: '/v1/Accounts?Status=closed', by })).json<AccountPage>();
    expect(closed.accounts.map(({ sid }) => sid)).toEqual([made.sid]);
    expect((await server.send({ url: '/v1/Accounts?Status=asleep', by })).statusCode).toBe(400);
  });
});

describe('a closed account', () => {
  it('is rejected, its sessions end and its webhooks respond 404, until it is reopened', async () => {
    const made = await makeSubaccount({ FriendlyName: 'Closes' });
    const by = credentialsOf(made);
    const { webhook_url } = (await post('/v2/Flows', flow, by)).json();
    const webhook = new URL(webhook_url).pathname;
    const write = (Body: string) =>
      server.send({
        url: webhook,
        form: { From: '+1500', To: '+1501', Body, MessageSid: `SM${Body}` },
        by: null,
      });
    expect((await write('before')).statusCode).toBe(200);
    const signIn = await server.send({
      url: '/session',
      form: { AccountSid: made.sid, AuthToken: made.auth_token },
      by: null,
    });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';

    const closed = await post(`/v1/Accounts/${made.sid}`, { Status: 'closed' });
    expect(closed.json()).toMatchObject({ status: 'closed', date_closed: '2026-11-06T12:00:00Z' });
    expect((await server.send({ url: '/v2/Flows', by })).json()).toMatchObject({ status: 401, code: 20003 });
    expect((await server.send({ url: '/v2/Flows', by: null, headers: { cookie } })).statusCode).toBe(401);
    expect((await write('during')).statusCode).toBe(404);

    await post(`/v1/Accounts/${made.sid}`, { Status: 'active', FriendlyName: 'Open again' });
    expect((await server.send({ url: `/v1/Accounts/${made.sid}`, by })).json()).toMatchObject({
      status: 'active',
      friendly_name: 'Open again',
      date_closed: null,
    });
    expect((await write('after')).statusCode).toBe(200);
  });

  it('cannot close itself', async () => {
    const answer = await post(`/v1/Accounts/${server.account.account_sid}`, { Status: 'closed' });
    expect(answer.json()).toMatchObject({ status: 400, details: { field: 'Status' } });
  });
});

describe('a rotated token', () => {
  it('replaces the old one at once', async () => {
    const made = await makeSubaccount({ FriendlyName: 'Rotates' });
    const rotated = (await post(`/v1/Accounts/${made.sid}/AuthToken`, {})).json<AccountWithToken>();
    expect(rotated.auth_token).not.toBe(made.auth_token);
    expect((await server.send({ url: '/v2/Flows', by: credentialsOf(made) })).statusCode).toBe(401);
    const own = await post(`/v1/Accounts/${made.sid}/AuthToken`, {}, credentialsOf(rotated));
    expect(own.headers['set-cookie']).toBeUndefined();
    expect((await server.send({ url: '/v2/Flows', by: credentialsOf(own.json()) })).statusCode).toBe(200);
  });

  it('ends all sessions; the one that requested it gets a new one', async () => {
    const made = await makeSubaccount({ FriendlyName: 'Signed in' });
    const form = { AccountSid: made.sid, AuthToken: made.auth_token };
    const begin = async () =>
      String((await server.send({ url: '/session', form, by: null })).headers['set-cookie']).split(';')[0] ??
      '';
    const [here, elsewhere] = [await begin(), await begin()];
    const answer = await server.send({
      method: 'POST',
      url: `/v1/Accounts/${made.sid}/AuthToken`,
      by: null,
      headers: { cookie: here, 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const renewed = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const asks = (cookie: string) => server.send({ url: '/v2/Flows', by: null, headers: { cookie } });
    expect((await asks(renewed)).statusCode).toBe(200);
    expect((await asks(here)).statusCode).toBe(401);
    expect((await asks(elsewhere)).statusCode).toBe(401);
  });
});
