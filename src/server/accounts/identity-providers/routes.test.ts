/** Identity providers, rules and settings over HTTP: who may set them, and what stays possible. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ OUTBOUND_ALLOW: 'directory.internal,10.0.0.0/8' });
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const provider = { Name: 'Directory', Issuer: 'https://id.example.org/realms/main', ClientId: 'patchbay' };
const owner = { Name: 'First Owner', Email: 'owner@example.org', Password: 'seven green harbours' };

const post = (url: string, form: Record<string, string>, by = server.account) =>
  server.send({ url, form, by });
const addProvider = async (more: Record<string, string> = {}) =>
  (await post('/v1/IdentityProviders', { ...provider, ...more })).json();
const ruleOf = (ProviderSid: string) => ({
  ProviderSid,
  Name: 'Desk',
  Claim: 'groups',
  Value: 'desk',
  Role: 'support',
});

describe('a provider', () => {
  it('is stored with its secret encrypted, which nobody sees', async () => {
    const made = await addProvider({ ClientSecret: 'hush' });
    expect(made).toMatchObject({
      ...{ name: 'Directory', issuer: provider.Issuer, has_secret: true, status: 'active' },
      redirect_url: 'http://flows.test/session/oidc/callback',
      scopes: 'openid profile email',
    });
    const [row] = await server.ctx.database.read.selectFrom('identity_providers').selectAll().execute();
    expect(JSON.stringify(made) + row?.client_secret).not.toContain('hush');
    expect(server.ctx.secrets.decrypt(row?.client_secret ?? '')).toBe('hush');
    const changed = await post(`/v1/IdentityProviders/${made.sid}`, { ClientSecret: '', Name: 'New' });
    expect(changed.json()).toMatchObject({ name: 'New', has_secret: false });
  });

  it('is on the sign-in page while it is active, by its name alone', async () => {
    const { sid } = await addProvider();
    const shown = async () => (await server.send({ url: '/session/providers', by: null })).json();
    expect(await shown()).toEqual({
      providers: [{ sid, name: 'Directory', url: `http://flows.test/session/oidc/${sid}` }],
      sends_password_links: false,
    });
    await post(`/v1/IdentityProviders/${sid}`, { Status: 'disabled' });
    expect(await shown()).toMatchObject({ providers: [] });
    const start = await server.send({ url: `/session/oidc/${sid}`, by: null });
    expect(start.headers.location).toBe('/sign-in?failed=expired');
  });

  it.each([
    ['http://id.example.org', 400],
    ['http://8.8.8.8', 400],
    ['https://id.example.org/?x=1', 400],
    ['https://user@id.example.org', 400],
    ['http://directory.internal:8080/realms/main', 201],
    ['http://10.1.2.3', 201],
  ])('has the issuer %s: %i', async (Issuer, status) => {
    expect((await post('/v1/IdentityProviders', { ...provider, Issuer })).statusCode).toBe(status);
  });

  it('is never reached at a private address that nobody allowed', async () => {
    const { sid } = await addProvider({ Issuer: 'https://127.0.0.1' });
    const check = (await server.send({ method: 'POST', url: `/v1/IdentityProviders/${sid}/Check` })).json();
    expect(check).toEqual({ problem: expect.stringContaining('not a public address'), signs_out: false });
  });

  it('belongs to an account that is below no other, and to no other account', async () => {
    const below = (await post('/v1/Accounts', { FriendlyName: 'Below' })).json();
    const by = { account_sid: below.sid, auth_token: below.auth_token };
    expect((await post('/v1/IdentityProviders', provider, by)).statusCode).toBe(403);
    const { sid } = await addProvider();
    const url = `/v1/IdentityProviders/${sid}`;
    expect((await server.send({ url, by: server.other })).statusCode).toBe(404);
    expect((await server.send({ method: 'DELETE', url, by: server.other })).statusCode).toBe(404);
    expect((await post('/v1/SignInRules', ruleOf(sid), server.other)).statusCode).toBe(400);
  });

  it('is changed by no API key', async () => {
    const key = (await post('/v1/ApiKeys', { FriendlyName: 'Key' })).json();
    const by = { account_sid: key.sid, auth_token: key.secret };
    expect((await post('/v1/IdentityProviders', provider, by)).statusCode).toBe(403);
  });
});

describe('a rule', () => {
  it('gives a role in the account, or in one below it', async () => {
    const { sid } = await addProvider();
    const below = (await post('/v1/Accounts', { FriendlyName: 'Below' })).json();
    const made = await post('/v1/SignInRules', { ...ruleOf(sid), AccountSid: below.sid });
    expect(made.json()).toMatchObject({ operator: 'is', account_sid: below.sid, role: 'support' });
    const { account_sid: AccountSid } = server.other;
    expect((await post('/v1/SignInRules', { ...ruleOf(sid), AccountSid })).statusCode).toBe(400);
    const url = `/v1/SignInRules/${made.json().sid}`;
    expect((await server.send({ url })).json()).toEqual(made.json());
    expect((await server.send({ method: 'DELETE', url, by: server.other })).statusCode).toBe(404);
    expect((await server.send({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await server.send({ url: '/v1/SignInRules' })).json().rules).toEqual([]);
  });

  it('takes with it what it gave, but never the last owner', async () => {
    const { sid } = await addProvider();
    const rule = (await post('/v1/SignInRules', { ...ruleOf(sid), Role: 'owner' })).json();
    await post('/v1/FirstOwner', owner);
    const [{ sid: person }] = (await server.send({ url: '/v1/Members' })).json().members;
    const { account_sid: account } = server.account;
    await server.ctx.database.write((tx) =>
      tx.updateTable('member_grants').set({ source: rule.sid }).where('account', '=', account).execute(),
    );
    const url = `/v1/SignInRules/${rule.sid}`;
    expect((await server.send({ method: 'DELETE', url })).statusCode).toBe(409);
    expect((await server.send({ method: 'DELETE', url: `/v1/IdentityProviders/${sid}` })).statusCode).toBe(
      409,
    );
    expect((await server.send({ method: 'DELETE', url: `/v1/Members/${person}` })).statusCode).toBe(409);
  });
});

describe('the token of the account', () => {
  const signIn = (by = server.account) =>
    server.send({
      url: '/session',
      by: null,
      form: { AccountSid: by.account_sid, AuthToken: by.auth_token },
    });

  it('is refused on the page when the owners say so, and works by API', async () => {
    const below = (await post('/v1/Accounts', { FriendlyName: 'Below' })).json();
    const off = { TokenSignIn: 'false' };
    expect((await post('/v1/SignInSettings', off)).statusCode).toBe(409);
    await post('/v1/FirstOwner', owner);
    expect((await post('/v1/SignInSettings', off)).json()).toMatchObject({ token_sign_in: false });
    expect((await signIn()).statusCode).toBe(403);
    expect((await signIn({ account_sid: below.sid, auth_token: below.auth_token })).statusCode).toBe(403);
    expect((await signIn(server.other)).statusCode).toBe(200);
    expect((await signIn({ ...server.account, auth_token: 'wrong' })).statusCode).toBe(401);
    expect((await server.send({ url: '/v1/SignInSettings' })).json()).toMatchObject({ token_sign_in: false });
    await post('/v1/SignInSettings', { TokenSignIn: 'true' });
    expect((await signIn()).statusCode).toBe(200);
  });

  it('stays off only while an owner can sign in otherwise', async () => {
    const { sid } = await addProvider();
    await post('/v1/FirstOwner', owner);
    const [{ sid: person }] = (await server.send({ url: '/v1/Members' })).json().members;
    const identity = { provider: sid, subject: 'one', person, created_at: 0 };
    await server.ctx.database.write(async (tx) => {
      await tx.insertInto('identities').values(identity).execute();
      await tx.updateTable('people').set({ password_hash: '' }).execute();
    });
    expect((await post('/v1/SignInSettings', { TokenSignIn: 'false' })).statusCode).toBe(200);
    const disable = await post(`/v1/IdentityProviders/${sid}`, { Status: 'disabled' });
    expect(disable.statusCode).toBe(409);
    const url = `/v1/IdentityProviders/${sid}`;
    expect((await server.send({ method: 'DELETE', url })).statusCode).toBe(409);
    await post('/v1/SignInSettings', { TokenSignIn: 'true' });
    expect((await server.send({ method: 'DELETE', url })).statusCode).toBe(204);
  });
});
