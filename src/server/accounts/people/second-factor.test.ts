/** The second factor, passkeys, confirmation and sessions over HTTP. */

import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const email = 'owner@example.org';
const password = 'seven green harbours';
const minute = 60_000;

type Answer = Awaited<ReturnType<TestServer['send']>>;
const cookieOf = ({ cookies: [cookie] }: Answer): string => {
  if (cookie === undefined) throw new Error('No cookie was set.');
  return `${cookie.name}=${cookie.value}`;
};
const as = (cookie: string, request: TestRequest) =>
  server.send({ ...request, by: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
const signIn = (form: Record<string, string> = { Email: email, Password: password }) =>
  server.send({ url: '/session', form, by: null });
const second = (challenge: string, code: string, from?: string) =>
  server.send({
    ...{ url: '/session/second-factor', form: { Challenge: challenge, Code: code }, by: null },
    ...(from !== undefined && { from }),
  });

/** The cookie of the first owner. */
async function makeOwner(): Promise<string> {
  await server.send({
    url: '/v1/FirstOwner',
    form: { Name: 'First Owner', Email: email, Password: password },
  });
  return cookieOf(await signIn());
}

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.ctx.clock.now() });

/** Sets up the second factor of who has the cookie. */
async function enable(cookie: string) {
  const { secret, uri } = (await as(cookie, { method: 'POST', url: '/v1/Me/SecondFactor' })).json();
  const form = { Code: codeOf(secret) };
  const enabled = await as(cookie, { url: '/v1/Me/SecondFactor/Confirmation', form });
  return { secret, uri, codes: enabled.json().recovery_codes as string[], cookie: cookieOf(enabled) };
}

describe('the second factor', () => {
  it('is asked for after the password, and its codes work once', async () => {
    const { secret, uri, codes, cookie } = await enable(await makeOwner());
    expect(uri).toMatch(/^otpauth:\/\/totp\/Patchbay:owner%40example\.org\?issuer=Patchbay&secret=/);
    expect(new Set(codes).size).toBe(10);
    expect((await server.send({ url: '/v1/Members' })).json().members[0].second_factor).toBe('app');
    const state = (await as(cookie, { url: '/v1/Me/SecondFactor' })).json();
    expect(state).toMatchObject({ is_enabled: true, recovery_codes_left: 10, has_password: true });

    const asked = await signIn();
    expect([asked.statusCode, asked.cookies]).toEqual([202, []]);
    const { challenge } = asked.json();
    // The code that switched it on was used by that.
    expect((await second(challenge, codeOf(secret))).statusCode).toBe(401);
    server.advanceClock(30_000);
    const code = codeOf(secret);
    const done = await second(challenge, code);
    expect([done.statusCode, done.json().person.email]).toEqual([200, email]);
    // Neither the challenge nor the code a second time.
    server.advanceClock(30_000);
    expect((await second(challenge, codeOf(secret))).json().message).toMatch(/^Challenge: it was used/);
    expect((await second((await signIn()).json().challenge, code)).statusCode).toBe(401);
  });

  it('ends the other sessions of the person when it is switched on', async () => {
    const other = await makeOwner();
    const { cookie } = await enable(cookieOf(await signIn()));
    expect((await as(cookie, { url: '/v1/Me' })).statusCode).toBe(200);
    expect((await as(other, { url: '/v1/Me' })).statusCode).toBe(401);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { codes } = await enable(await makeOwner());
    const [first = ''] = codes;
    const typed = ` ${first.replaceAll('-', ' ').toUpperCase()}`;
    expect((await second((await signIn()).json().challenge, typed)).statusCode).toBe(200);
    expect((await second((await signIn()).json().challenge, first)).statusCode).toBe(401);
  });

  it('is not weakened by a link to a new password, or by an invitation to another account', async () => {
    const { cookie } = await enable(await makeOwner());
    const { sid } = (await as(cookie, { url: '/v1/Me' })).json().person;
    const made = await as(cookie, { method: 'POST', url: `/v1/Members/${sid}/PasswordLink` });
    const form = { Token: new URL(made.json().link).hash.slice(1), Password: 'another quiet harbour' };
    const used = await server.send({ url: '/session/link/use', form, by: null });
    expect([used.statusCode, used.cookies]).toEqual([202, []]);
  });

  it('ends challenges after five minutes, refuses others, and counts wrong codes', async () => {
    const { secret } = await enable(await makeOwner());
    const { challenge } = (await signIn()).json();
    server.advanceClock(5 * minute);
    expect((await second(challenge, codeOf(secret))).statusCode).toBe(400);
    expect((await second('bm90IG9uZQ==', '123456')).statusCode).toBe(400);
    const fresh = (await signIn()).json().challenge;
    const statuses: number[] = [];
    // From many addresses: who has the password may have many of them.
    for (let at = 0; at < 31; at += 1) {
      statuses.push((await second(fresh, '000000', `192.0.2.${at}`)).statusCode);
    }
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses[30]).toBe(429);
    server.advanceClock(24 * 60 * minute);
    expect((await second((await signIn()).json().challenge, codeOf(secret))).statusCode).toBe(200);
  });

  it('is switched off by its person, and reset by who may change them', async () => {
    const { cookie } = await enable(await makeOwner());
    expect((await as(cookie, { method: 'POST', url: '/v1/Me/SecondFactor' })).statusCode).toBe(409);
    expect((await as(cookie, { method: 'DELETE', url: '/v1/Me/SecondFactor' })).statusCode).toBe(204);
    const again = (await enable(cookieOf(await signIn()))).cookie;
    const { sid } = (await as(again, { url: '/v1/Me' })).json().person;
    const reset = await server.send({ method: 'POST', url: `/v1/Members/${sid}/SecondFactorReset` });
    expect(reset.statusCode).toBe(204);
    expect((await signIn()).statusCode).toBe(200);
  });

  it('is of a person only', async () => {
    expect((await server.send({ method: 'POST', url: '/v1/Me/SecondFactor' })).statusCode).toBe(403);
  });
});

describe('a second factor that the account requires', () => {
  const requireFactor = (SecondFactor = 'true') =>
    server.send({ url: '/v1/SignInSettings', form: { SecondFactor } });
  const flows = { url: '/v1/FlowSummaries' };

  it('stays proven in a session that goes on after the token of the account or the password is replaced', async () => {
    const { cookie } = await enable(await makeOwner());
    await requireFactor();
    const url = `/v1/Accounts/${server.account.account_sid}/AuthToken`;
    const rotated = await as(cookie, { method: 'POST', url });
    const form = { Password: 'another quiet harbour', CurrentPassword: password };
    const changed = await as(cookieOf(rotated), { url: '/v1/Me', form });
    expect((await as(cookieOf(changed), flows)).statusCode).toBe(200);
    // It is as old as it was, and what needs a confirmation needs one still.
    const { sessions } = (await as(cookieOf(changed), { url: '/v1/Me/Sessions' })).json();
    expect(sessions).toHaveLength(1);
  });

  it('must be set up before anything else, in sessions that have begun too', async () => {
    const cookie = await makeOwner();
    expect((await requireFactor()).json()).toMatchObject({ second_factor: true, token_sign_in: true });
    const refused = await as(cookie, flows);
    expect([refused.statusCode, refused.json().details]).toEqual([403, { second_factor: true }]);
    expect((await as(cookie, { url: '/session' })).json()).toMatchObject({ lacks_second_factor: true });
    expect((await as(cookie, { url: '/v3/scopes' })).statusCode).toBe(403);
    // It would be a way around.
    const token = { FriendlyName: 'Script', Role: 'viewer' };
    expect((await as(cookie, { url: '/v1/Tokens', form: token })).json().details).toEqual({
      second_factor: true,
    });
    const enabled = await enable(cookie);
    expect((await as(enabled.cookie, flows)).statusCode).toBe(200);
    expect((await as(enabled.cookie, { url: '/session' })).json()).toMatchObject({
      lacks_second_factor: false,
    });
  });

  it('lets in who gave a code, and nobody who has switched it off since', async () => {
    const { secret } = await enable(await makeOwner());
    await requireFactor();
    server.advanceClock(minute);
    const { challenge } = (await signIn()).json();
    const cookie = cookieOf(await second(challenge, codeOf(secret)));
    expect((await as(cookie, flows)).statusCode).toBe(200);
    expect((await as(cookie, { method: 'DELETE', url: '/v1/Me/SecondFactor' })).statusCode).toBe(204);
    expect((await as(cookie, flows)).statusCode).toBe(403);
  });

  it('counts in the accounts below, and for persons alone', async () => {
    const below = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json();
    await requireFactor();
    const by = { account_sid: below.sid, auth_token: below.auth_token };
    const invitation = { Email: 'new@example.org', Role: 'author' };
    const { link } = (await server.send({ url: '/v1/Invitations', form: invitation, by })).json();
    const use = { Token: new URL(link).hash.slice(1), Name: 'Somebody New', Password: password };
    const joined = await server.send({ url: '/session/link/use', form: use, by: null });
    expect(joined.json()).toMatchObject({ lacks_second_factor: true });
    expect((await as(cookieOf(joined), flows)).statusCode).toBe(403);
    expect((await server.send({ ...flows, by })).statusCode).toBe(200);
    const { account_sid: AccountSid, auth_token: AuthToken } = server.account;
    expect((await as(cookieOf(await signIn({ AccountSid, AuthToken })), flows)).statusCode).toBe(200);
    await requireFactor('false');
    expect((await as(cookieOf(joined), flows)).statusCode).toBe(200);
  });

  it('keeps its account out of the views over all accounts', async () => {
    const cookie = await makeOwner();
    const by = server.other;
    const { link } = (
      await server.send({ url: '/v1/Invitations', form: { Email: email, Role: 'admin' }, by })
    ).json();
    const use = { Token: new URL(link).hash.slice(1), Password: password };
    const joined = cookieOf(await server.send({ url: '/session/link/use', form: use, by: null }));
    const definition = JSON.stringify(emptyDefinition());
    for (const account of [server.account, by]) {
      const form = { FriendlyName: 'One', Status: 'draft', Definition: definition };
      await server.send({ url: '/v2/Flows', form, by: account });
    }
    const seen = async () =>
      (await as(joined, { url: '/v1/Me/Flows' }))
        .json()
        .flows.map(({ account_sid }: { account_sid: string }) => account_sid);
    const both = [server.account.account_sid, by.account_sid];
    expect(new Set(await seen())).toEqual(new Set(both));
    await requireFactor();
    expect(await seen()).toEqual([by.account_sid]);
    expect((await as(cookie, flows)).statusCode).toBe(401);
  });
});

describe('confirmation', () => {
  const key = { url: '/v1/ApiKeys', form: { FriendlyName: 'Deploy' } };

  it('is needed for keys, members and carriers 15 minutes after sign-in, and for nothing else', async () => {
    const cookie = await makeOwner();
    expect((await as(cookie, key)).statusCode).toBe(201);
    server.advanceClock(15 * minute);
    const refused = await as(cookie, key);
    expect([refused.statusCode, refused.json().details]).toEqual([403, { confirmation: true }]);
    const invitation = { Email: 'new@example.org', Role: 'author' };
    expect((await as(cookie, { url: '/v1/Invitations', form: invitation })).statusCode).toBe(403);
    expect((await as(cookie, { method: 'POST', url: '/v1/Me/Passkeys/Options' })).statusCode).toBe(403);
    expect((await as(cookie, { url: '/v1/ApiKeys' })).statusCode).toBe(200);
    expect((await as(cookie, { url: '/v1/Me', form: { Name: 'Other Name' } })).statusCode).toBe(200);
    // Programs have nobody to ask.
    expect((await server.send(key)).statusCode).toBe(201);
  });

  it('is given by the password or a code', async () => {
    const { cookie, codes } = await enable(await makeOwner());
    server.advanceClock(15 * minute);
    const confirm = (form: Record<string, string>) => as(cookie, { url: '/v1/Me/Confirmation', form });
    expect((await confirm({ Password: 'a wrong one' })).json().message).toBe('Password: it is not right');
    expect((await confirm({})).statusCode).toBe(400);
    expect((await as(cookie, key)).statusCode).toBe(403);
    expect((await confirm({ Password: password })).statusCode).toBe(204);
    expect((await as(cookie, key)).statusCode).toBe(201);
    server.advanceClock(15 * minute);
    expect((await as(cookie, key)).statusCode).toBe(403);
    expect((await confirm({ Code: codes[0] ?? '' })).statusCode).toBe(204);
    expect((await as(cookie, key)).statusCode).toBe(201);
  });
});

describe('a session', () => {
  it('has another token after the password, the second factor or the person changed', async () => {
    const { account_sid: AccountSid, auth_token: AuthToken } = server.account;
    const first = cookieOf(await signIn({ AccountSid, AuthToken }));
    const owner = { Name: 'First Owner', Email: email, Password: password };
    const second = cookieOf(await as(first, { url: '/v1/FirstOwner', form: owner }));
    const change = { Password: 'another quiet harbour', CurrentPassword: password };
    const third = cookieOf(await as(second, { url: '/v1/Me', form: change }));
    const { cookie: fourth } = await enable(third);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    for (const old of [first, second, third]) {
      expect((await as(old, { url: '/v1/Me' })).statusCode).toBe(401);
    }
    expect((await as(fourth, { url: '/v1/Me' })).statusCode).toBe(200);
  });

  it('is not taken over from a cookie that was set before', async () => {
    const planted = 'patchbay_session=0123456789abcdef0123456789abcdef';
    await makeOwner();
    const form = { Email: email, Password: password };
    const answer = await server.send({ url: '/session', form, by: null, headers: { cookie: planted } });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await as(planted, { url: '/v1/Me' })).statusCode).toBe(401);
  });

  it('ends after 90 days however often it is used', async () => {
    const cookie = await makeOwner();
    for (let day = 0; day < 89; day += 10) {
      expect((await as(cookie, { url: '/v1/Me' })).statusCode).toBe(200);
      server.advanceClock(10 * 24 * 60 * minute);
    }
    expect((await as(cookie, { url: '/v1/Me' })).statusCode).toBe(401);
  });
});

describe('passkeys', () => {
  it('need a host name, and an answer to a challenge of this server', async () => {
    const cookie = await makeOwner();
    const options = { method: 'POST' as const, url: '/v1/Me/Passkeys/Options' };
    const numbers = { cookie, 'sec-fetch-site': 'same-origin', host: '127.0.0.1:4000' };
    expect((await server.send({ ...options, by: null, headers: numbers })).statusCode).toBe(409);
    const named = await as(cookie, options);
    const { challenge, options: asked } = named.json();
    expect(asked).toMatchObject({
      rp: { name: 'Patchbay' },
      authenticatorSelection: { residentKey: 'required' },
    });
    const forged = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {},
      clientExtensionResults: {},
    };
    const form = { Challenge: challenge, Credential: JSON.stringify(forged), FriendlyName: 'Laptop' };
    expect((await as(cookie, { url: '/v1/Me/Passkeys', form })).statusCode).toBe(400);
    const signed = { Challenge: challenge, Credential: JSON.stringify(forged) };
    expect((await server.send({ url: '/session/passkey', form: signed, by: null })).statusCode).toBe(400);
    const own = (await server.send({ method: 'POST', url: '/session/passkey/options', by: null })).json();
    const unknown = { Challenge: own.challenge, Credential: JSON.stringify(forged) };
    expect((await server.send({ url: '/session/passkey', form: unknown, by: null })).statusCode).toBe(401);
  });
});
