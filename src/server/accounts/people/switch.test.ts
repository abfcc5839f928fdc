/** Going from one account to another within a session, over HTTP. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestServer, type TestRequest, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const email = 'owner@example.org';
const password = 'seven green harbours';

/** A member of the first account and of the other one, with a subaccount of the first. */
async function openPerson() {
  await server.send({ url: '/v1/FirstOwner', form: { Name: 'Owner', Email: email, Password: password } });
  const made = await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } });
  const invited = await server.send({
    ...{ url: '/v1/Invitations', form: { Email: email, Role: 'viewer' }, by: server.other },
  });
  const form = { Token: new URL(invited.json().link).hash.slice(1), Password: password };
  await server.send({ url: '/session/link/use', form, by: null });
  const signedIn = await server.send({
    ...{ url: '/session', form: { Email: email, Password: password }, by: null },
  });
  const [cookie] = signedIn.cookies;
  return { cookie: `${cookie?.name}=${cookie?.value}`, below: made.json().sid as string };
}

const as = (cookie: string, request: TestRequest) =>
  server.send({
    ...request,
    by: null,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...request.headers },
  });
const switchTo = (cookie: string, AccountSid: string) =>
  as(cookie, { url: '/v1/Me/Account', form: { AccountSid } });

it('lists the accounts of all memberships, and those below them', async () => {
  const { cookie, below } = await openPerson();
  const { accounts } = (await as(cookie, { url: '/v1/Me/Accounts' })).json();
  expect(accounts.map((each: Record<string, unknown>) => [each.account_sid, each.role])).toEqual([
    [below, 'owner'],
    [server.account.account_sid, 'owner'],
    [server.other.account_sid, 'viewer'],
  ]);
  const { accounts: own } = (await server.send({ url: '/v1/Me/Accounts' })).json();
  expect(own).toMatchObject([{ account_sid: server.account.account_sid, is_current: true }]);
});

it('goes on with the role of the other account, at the next sign-in too', async () => {
  const { cookie, below } = await openPerson();
  expect((await switchTo(cookie, below)).json()).toMatchObject({ account_sid: below, role: 'owner' });
  server.advanceClock(1000);
  expect((await switchTo(cookie, server.other.account_sid)).json()).toMatchObject({
    ...{ account_sid: server.other.account_sid, role: 'viewer', friendly_name: 'Second' },
  });
  expect((await as(cookie, { url: '/v1/ApiKeys' })).statusCode).toBe(403);
  const again = await server.send({ url: '/session', form: { Email: email, Password: password }, by: null });
  expect(again.json().account_sid).toBe(server.other.account_sid);
});

it('goes to no account in which the person has no role', async () => {
  const { cookie } = await openPerson();
  const foreign = `AC${'0'.repeat(32)}`;
  expect((await switchTo(cookie, foreign)).statusCode).toBe(404);
  const { account_sid: AccountSid } = server.other;
  expect((await server.send({ url: '/v1/Me/Account', form: { AccountSid } })).statusCode).toBe(403);
  expect((await as(cookie, { url: '/v1/Me' })).json().account_sid).toBe(server.account.account_sid);
});

it('does not take a session, or a link, of one account along into an account that is joined later', async () => {
  const owner = { Name: 'Owner', Email: email, Password: password };
  const { sid } = (await server.send({ url: '/v1/FirstOwner', form: owner })).json();
  const signedIn = await server.send({
    ...{ url: '/session', form: { Email: email, Password: password }, by: null },
  });
  const [before] = signedIn.cookies;
  const made = await server.send({ method: 'POST', url: `/v1/Members/${sid}/PasswordLink` });
  const invited = await server.send({
    ...{ url: '/v1/Invitations', form: { Email: email, Role: 'admin' }, by: server.other },
  });
  const tokenOf = (link: string) => new URL(link).hash.slice(1);
  const use = (Token: string, Password: string) =>
    server.send({ url: '/session/link/use', form: { Token, Password }, by: null });
  expect((await use(tokenOf(invited.json().link), password)).statusCode).toBe(200);
  expect((await as(`${before?.name}=${before?.value}`, { url: '/v1/Me' })).statusCode).toBe(401);
  expect((await use(tokenOf(made.json().link), 'another quiet harbour')).statusCode).toBe(404);
});

it('refuses what a page of the account before still sends', async () => {
  const { cookie } = await openPerson();
  const { account_sid: first } = server.account;
  const write = (account: string) =>
    as(cookie, {
      ...{ url: '/v1/Sinks', form: { FriendlyName: 'S', Url: 'https://hooks.example.org/' } },
      headers: { 'patchbay-account': account },
    });
  expect((await write(first)).statusCode).not.toBe(409);
  await switchTo(cookie, server.other.account_sid);
  const refused = await write(first);
  expect([refused.statusCode, refused.json().details]).toEqual([
    409,
    { switched_to: server.other.account_sid },
  ]);
});
