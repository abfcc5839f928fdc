/** Signing in by an identity provider: who gets in as what, and which answers are refused. */

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  logoutEvent,
  type OidcBehaviour,
  type OidcTestProvider,
  oidcClient,
  openOidcProvider,
} from '../../testing/oidc-provider.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let provider: OidcTestProvider;
let lines: string[] = [];
let sid: string;

beforeAll(async () => {
  server = await openTestServer({ OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' }, undefined, (line) =>
    lines.push(line),
  );
});
beforeEach(async () => {
  lines = [];
  await server.freshAccounts();
  provider = await openOidcProvider(() => server.ctx.clock.now());
  sid = (await addProvider()).json().sid;
});
afterEach(() => provider.close());
afterAll(() => server.close());

type Answer = Awaited<ReturnType<TestServer['send']>>;

const addProvider = (more: Record<string, string> = {}, by = server.account) =>
  server.send({
    url: '/v1/IdentityProviders',
    by,
    form: {
      Name: 'Directory',
      Issuer: provider.issuer,
      ClientId: oidcClient.id,
      ClientSecret: oidcClient.secret,
      ...more,
    },
  });

const addRule = (more: Record<string, string> = {}) =>
  server.send({
    url: '/v1/SignInRules',
    form: {
      ProviderSid: sid,
      Name: 'Desk',
      Claim: 'groups',
      Operator: 'contains',
      Value: 'desk',
      Role: 'support',
      ...more,
    },
  });

const cookiesOf = ({ cookies }: Answer) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value])) as Record<string, string>;
const headerOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

async function begin(from = sid, search = ''): Promise<{ authorization: URL; cookie: string }> {
  const started = await server.send({ url: `/session/oidc/${from}${search}`, by: null });
  expect(started.statusCode).toBe(303);
  return {
    authorization: new URL(String(started.headers.location), 'http://flows.test'),
    cookie: headerOf(cookiesOf(started)),
  };
}

const comeBack = (search: Record<string, string>, cookie: string) =>
  server.send({
    url: `/session/oidc/callback?${new URLSearchParams(search)}`,
    by: null,
    headers: { cookie },
  });

/** Goes to the provider and back. */
async function signIn(behaviour: OidcBehaviour = {}, search = ''): Promise<Answer> {
  provider.behaviour = behaviour;
  const { authorization, cookie } = await begin(sid, search);
  const state = authorization.searchParams.get('state') ?? '';
  return comeBack({ code: provider.issueCode(authorization), state, session_state: 'x' }, cookie);
}

const sessionOf = async (answer: Answer) => {
  const { patchbay_session: token = '' } = cookiesOf(answer);
  return (
    await server.send({ url: '/session', by: null, headers: { cookie: `patchbay_session=${token}` } })
  ).json();
};

function expectRefused(answer: Answer, failure: string): void {
  const { patchbay_session: session } = cookiesOf(answer);
  expect([answer.statusCode, answer.headers.location, session]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^/sign-in\\?failed=${failure}(\\.${sid})?$`)),
    undefined,
  ]);
  expect(lines.at(-1)).toContain(`"failure":"${failure}"`);
  expect(lines.join('\n')).not.toMatch(/eyJ|code-1|secret of the client/);
}

const desk = { claims: { groups: ['desk', 'all'] } };

describe('signing in by a provider', () => {
  it('asks with PKCE, state and nonce, and binds the browser', async () => {
    const { authorization, cookie } = await begin();
    const asked = Object.fromEntries(authorization.searchParams);
    expect(authorization.origin + authorization.pathname).toBe(`${provider.issuer}/authorize`);
    expect(asked).toMatchObject({
      client_id: oidcClient.id,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://flows.test/session/oidc/callback',
    });
    expect([asked.state?.length, asked.nonce?.length, asked.code_challenge?.length]).toEqual([64, 43, 43]);
    expect(cookie).toMatch(/^patchbay_sign_in=[0-9a-f]{64}$/);
  });

  it('makes a member by a rule, with a session in its account', async () => {
    await addRule();
    const answer = await signIn(desk, '?return=/flows/FW1%3Fx%3D1');
    expect(answer.headers.location).toBe('/flows/FW1?x=1');
    expect(await sessionOf(answer)).toMatchObject({
      account_sid: server.account.account_sid,
      role: 'support',
      person: { name: 'Nora Lind', email: 'nora@example.org' },
    });
    const [member] = (await server.send({ url: '/v1/Members' })).json().members;
    expect(member.comes_from).toEqual([
      { kind: 'rule', sid: expect.stringMatching(/^SR/), name: 'Desk', role: 'support' },
    ]);
  });

  it('gives of all rules that match the most powerful role, and each account its own', async () => {
    const below = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json();
    await addRule();
    await addRule({ Name: 'Level', Claim: 'level', Operator: 'is', Value: '3', Role: 'publisher' });
    await addRule({ Name: 'Below', AccountSid: below.sid, Role: 'admin' });
    const answer = await signIn({ claims: { groups: ['desk'], level: 3 } });
    expect(await sessionOf(answer)).toMatchObject({ role: 'publisher' });
    const rows = await server.ctx.database.read.selectFrom('members').select(['account', 'role']).execute();
    expect(rows.sort((one, other) => one.role.localeCompare(other.role))).toEqual([
      { account: below.sid, role: 'admin' },
      { account: server.account.account_sid, role: 'publisher' },
    ]);
  });

  it('follows the claims at each sign-in, and leaves what was given directly', async () => {
    await addRule();
    await addRule({ Name: 'Leads', Value: 'leads', Role: 'publisher' });
    await signIn(desk);
    const [{ sid: person }] = (await server.send({ url: '/v1/Members' })).json().members;
    expect(await sessionOf(await signIn({ claims: { groups: ['leads'] } }))).toMatchObject({
      role: 'publisher',
    });
    const lower = await server.send({ url: `/v1/Members/${person}`, form: { Role: 'viewer' } });
    expect([lower.statusCode, lower.json().message]).toEqual([
      409,
      expect.stringContaining('The rule “Leads”'),
    ]);
    await signIn(desk);
    expect((await server.send({ url: `/v1/Members/${person}`, form: { Role: 'author' } })).statusCode).toBe(
      200,
    );
    const session = await sessionOf(await signIn({ claims: { groups: [] } }));
    expect(session).toMatchObject({ role: 'author', person: { sid: person } });
  });

  it('ends the membership of a rule that matches no more, with its sessions', async () => {
    await addRule();
    const before = await signIn(desk);
    expectRefused(await signIn({ claims: { groups: ['others'] } }), 'nobody');
    expect((await server.send({ url: '/v1/Members' })).json().members).toEqual([]);
    const cookie = `patchbay_session=${cookiesOf(before).patchbay_session}`;
    expect((await server.send({ url: '/v1/Me', by: null, headers: { cookie } })).statusCode).toBe(401);
  });

  it('knows a person by the subject afterwards, whatever the address is', async () => {
    await addRule();
    const { person } = await sessionOf(await signIn(desk));
    const claims = { ...desk.claims, email: 'other@example.org', email_verified: false };
    expect((await sessionOf(await signIn({ claims }))).person).toEqual(person);
    // Somebody else with the address of before is not that person.
    expectRefused(await signIn({ claims: { ...desk.claims, sub: 'subject-2' } }), 'answer');
  });

  it('finds a person by a verified address, and keeps a block', async () => {
    const form = { Name: 'Nora', Email: 'nora@example.org', Password: 'seven green harbours' };
    await server.send({ url: '/v1/FirstOwner', form });
    await addRule();
    const { person, role } = await sessionOf(
      await signIn({ claims: { ...desk.claims, email: 'NORA@example.org' } }),
    );
    expect([person.name, role]).toEqual(['Nora', 'owner']);
    const now = server.ctx.clock.now();
    await server.ctx.database.write((tx) => tx.updateTable('members').set({ blocked_at: now }).execute());
    expectRefused(await signIn(desk), 'nobody');
    expectRefused(await signIn({ claims: { groups: [] } }), 'nobody');
    expectRefused(await signIn(desk), 'nobody');
  });

  it('admits nobody whose address another account could speak for', async () => {
    const form = { Name: 'Nora', Email: 'nora@example.org', Password: 'seven green harbours' };
    await server.send({ url: '/v1/FirstOwner', form, by: server.other });
    await addRule();
    expectRefused(await signIn(desk), 'elsewhere');
  });

  it('keeps the last owner, whom only a rule made one', async () => {
    await addRule({ Role: 'owner' });
    await signIn(desk);
    expect(await sessionOf(await signIn({ claims: { groups: [] } }))).toMatchObject({ role: 'owner' });
  });

  it('takes claims of the userinfo that the ID token does not have', async () => {
    await addRule({ Claim: 'realm_access.roles' });
    const userinfo = { sub: 'subject-1', realm_access: { roles: ['desk'] } };
    expect(await sessionOf(await signIn({ userinfo }))).toMatchObject({ role: 'support' });
    expectRefused(await signIn({ userinfo: { ...userinfo, sub: 'another' } }), 'answer');
  });

  it('follows a provider that has replaced its key', async () => {
    await addRule();
    expect((await signIn(desk)).headers.location).toBe('/flows');
    provider.rotateKey();
    expect((await signIn(desk)).headers.location).toBe('/flows');
  });

  it('ends the session from before, and signs out at the provider', async () => {
    await addRule();
    const before = cookiesOf(await signIn(desk));
    const { authorization, cookie } = await begin();
    const state = authorization.searchParams.get('state') ?? '';
    const code = provider.issueCode(authorization);
    const after = await comeBack({ code, state }, `${cookie}; ${headerOf(before)}`);
    const fetchMe = (cookies: Record<string, string>) =>
      server.send({ url: '/v1/Me', by: null, headers: { cookie: headerOf(cookies) } });
    expect((await fetchMe(before)).statusCode).toBe(401);
    const headers = { cookie: headerOf(cookiesOf(after)), 'sec-fetch-site': 'same-origin' };
    const out = await server.send({ method: 'DELETE', url: '/session', by: null, headers });
    const url = new URL(out.json().provider_url);
    expect([out.statusCode, url.pathname]).toEqual([200, '/end']);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://flows.test/sign-in');
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect((await fetchMe(cookiesOf(after))).statusCode).toBe(401);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a\tb', '/%0d%0aSet-Cookie:x'])(
    'comes back to no address like %j',
    async (path) => {
      await addRule();
      const { location } = (await signIn(desk, `?return=${encodeURIComponent(path)}`)).headers;
      expect(location).toBe(path.startsWith('/%') ? path : '/flows');
    },
  );
});

describe('an answer that is not to be believed', () => {
  const seconds = (offset: number) => Math.floor(server.ctx.clock.now() / 1_000) + offset;
  const forged: [string, () => OidcBehaviour][] = [
    ['another issuer', () => ({ claims: { ...desk.claims, iss: 'https://evil.example' } })],
    ['another audience', () => ({ claims: { ...desk.claims, aud: 'another' } })],
    [
      'one of several audiences, meant for another',
      () => ({ claims: { ...desk.claims, aud: [oidcClient.id, 'b'], azp: 'b' } }),
    ],
    ['another nonce', () => ({ claims: { ...desk.claims, nonce: 'replayed' } })],
    ['no nonce', () => ({ claims: { ...desk.claims, nonce: undefined } })],
    ['a foreign key', () => ({ ...desk, foreignKey: true })],
    ['a signature of other claims', () => ({ ...desk, tampered: true })],
    ['no signature', () => ({ ...desk, alg: 'none' })],
    ['a symmetric signature', () => ({ ...desk, alg: 'HS256' })],
    ['a token that has expired', () => ({ claims: { ...desk.claims, exp: seconds(-61) } })],
    ['a token from the future', () => ({ claims: { ...desk.claims, iat: seconds(62) } })],
    ['no subject', () => ({ claims: { ...desk.claims, sub: undefined } })],
    ['an empty subject', () => ({ claims: { ...desk.claims, sub: '' } })],
    ['no ID token', () => ({ noIdToken: true })],
    ['a configuration of another issuer', () => ({ metadata: { issuer: 'https://evil.example' } })],
    [
      'a redirect in place of the keys',
      () => ({
        ...desk,
        at: { '/jwks': (response) => response.writeHead(302, { location: '/jwks2' }).end() },
      }),
    ],
  ];
  it.each(forged)('is refused: %s', async (_, behaviour) => {
    await addRule();
    const wrong = behaviour();
    provider.behaviour = {};
    const { authorization, cookie } = await begin();
    provider.behaviour = wrong;
    const code = provider.issueCode(authorization);
    const state = authorization.searchParams.get('state') ?? '';
    expectRefused(await comeBack({ code, state }, cookie), 'answer');
    const people = await server.ctx.database.read.selectFrom('people').selectAll().execute();
    expect(people).toEqual([]);
  });

  it('has a minute for clocks that differ', async () => {
    await addRule();
    const late = { ...desk.claims, exp: seconds(-58), iat: seconds(58) };
    expect((await signIn({ claims: late })).headers.location).toBe('/flows');
  });

  it.each([
    ['false', { email_verified: false }],
    ['not said', { email_verified: undefined }],
    ['of no address', { email: 'no address' }],
  ])('does not find or make a person by an address whose verification is %s', async (_, claims) => {
    await addRule();
    expectRefused(await signIn({ claims: { ...desk.claims, ...claims } }), 'unverified');
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['another address', { email_verified: undefined }, { email: 'eve@evil.example', email_verified: true }],
    ['no address', { email_verified: undefined }, { email_verified: true }],
    ['a refusal in its own', { email_verified: false }, { email_verified: true }],
    ['the address in the other document', { email: undefined }, { email: 'nora@example.org' }],
    ['a number', { email_verified: 1 }, {}],
    ['a list', { email_verified: [true] }, {}],
    ['letters that fold to it', { email: 'no\u1d63a@example.org' }, {}],
  ])('does not find a person by a flag of %s', async (_, own, more) => {
    const form = { Name: 'Nora', Email: 'nora@example.org', Password: 'seven green harbours' };
    await server.send({ url: '/v1/FirstOwner', form });
    await addRule();
    const answer = await signIn({
      claims: { ...desk.claims, ...own },
      userinfo: { sub: 'subject-1', ...more },
    });
    const isIn = 'patchbay_session' in cookiesOf(answer);
    expect(isIn ? (await sessionOf(answer)).person.name : 'nobody').not.toBe('Nora');
  });

  it('gives nothing by a rule for an address that is not verified', async () => {
    await addRule();
    await addRule({
      Name: 'Owners',
      Claim: 'email',
      Operator: 'is',
      Value: 'Nora@Example.org',
      Role: 'owner',
    });
    expect(await sessionOf(await signIn(desk))).toMatchObject({ role: 'owner' });
    const claims = { ...desk.claims, sub: 'subject-2', email: 'eve@example.org' };
    expect(await sessionOf(await signIn({ claims }))).toMatchObject({ role: 'support' });
    const forged = { ...claims, email: 'nora@example.org', email_verified: undefined };
    expect(await sessionOf(await signIn({ claims: forged }))).toMatchObject({ role: 'support' });
  });

  it('has a state that works once, in its browser, for ten minutes', async () => {
    await addRule();
    provider.behaviour = desk;
    const first = await begin();
    const stateOf = ({ authorization }: { authorization: URL }) =>
      authorization.searchParams.get('state') ?? '';
    const answerTo = (one: { authorization: URL }) => ({
      code: provider.issueCode(one.authorization),
      state: stateOf(one),
    });
    expect((await comeBack(answerTo(first), first.cookie)).headers.location).toBe('/flows');
    expectRefused(await comeBack(answerTo(first), first.cookie), 'expired');
    const [second, third] = [await begin(), await begin()];
    expectRefused(await comeBack(answerTo(second), third.cookie), 'browser');
    expectRefused(await comeBack(answerTo(second), second.cookie), 'expired');
    expectRefused(await comeBack(answerTo(third), ''), 'browser');
    expectRefused(await comeBack({ code: 'x' }, first.cookie), 'expired');
    expectRefused(await comeBack({ code: 'x', state: 'unknown' }, first.cookie), 'expired');
    const last = await begin();
    server.advanceClock(10 * 60_000);
    expectRefused(await comeBack(answerTo(last), last.cookie), 'expired');
  });

  it.each([
    ['access_denied', 'refused'],
    ['login_required', 'refused'],
    ['temporarily_unavailable', 'away'],
  ])('says of the error %s: %s', async (error, failure) => {
    const { authorization, cookie } = await begin();
    expectRefused(
      await comeBack({ error, state: authorization.searchParams.get('state') ?? '' }, cookie),
      failure,
    );
  });

  it('is none that is huge, and none of a provider that is away', async () => {
    const discovery = '/.well-known/openid-configuration';
    const startWith = async (behaviour: OidcBehaviour) => {
      provider.behaviour = behaviour;
      return server.send({ url: `/session/oidc/${sid}`, by: null });
    };
    const huge = {
      at: {
        [discovery]: (response: { end(text: string): void }) => response.end(`"${'x'.repeat(300_000)}"`),
      },
    };
    expectRefused(await startWith(huge), 'away');
    expectRefused(
      await startWith({ at: { [discovery]: (response) => response.writeHead(502).end() } }),
      'away',
    );
    expectRefused(await startWith({ metadata: { authorization_endpoint: 'javascript:alert(1)' } }), 'answer');
    await provider.close();
    expectRefused(await startWith({}), 'away');
    provider = await openOidcProvider(() => server.ctx.clock.now());
  });

  it('is read once for all who begin at the same time, and again for those who come later', async () => {
    const start = () => server.send({ url: `/session/oidc/${sid}`, by: null });
    const readings = () => provider.requests.filter((path) => path.endsWith('openid-configuration')).length;
    const before = readings();
    const all = await Promise.all(Array.from({ length: 20 }, start));
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect(readings()).toBe(before + 1);
    await start();
    expect(readings()).toBe(before + 2);
  });

  it('is waited for ten seconds', { timeout: 20_000 }, async () => {
    provider.behaviour = { at: { '/.well-known/openid-configuration': () => void wait(1) } };
    expectRefused(await server.send({ url: `/session/oidc/${sid}`, by: null }), 'away');
  });

  it('is limited by address', async () => {
    await provider.close();
    const start = (from: string) => server.send({ url: `/session/oidc/${sid}`, by: null, from });
    for (let n = 0; n < 100; n += 1) expectRefused(await start('203.0.113.7'), 'away');
    expectRefused(await start('203.0.113.7'), 'limited');
    expectRefused(await start('198.51.100.9'), 'away');
    provider = await openOidcProvider(() => server.ctx.clock.now());
  });
});

describe('a provider ends sessions', () => {
  const logOut = (logout_token: string, at = sid) =>
    server.send({ url: `/session/oidc/${at}/logout`, form: { logout_token }, by: null });
  const enter = async (claims: Record<string, unknown>) => {
    await addRule();
    const answer = await signIn({ claims: { ...desk.claims, ...claims } });
    return cookiesOf(answer).patchbay_session ?? '';
  };
  const isIn = async (token: string) => {
    const headers = { cookie: `patchbay_session=${token}` };
    return (await server.send({ url: '/session', by: null, headers })).statusCode === 200;
  };

  it('of a person, or the one that it names, by a token that works once', async () => {
    const [first, second] = [await enter({ sid: 'here' }), await enter({ sid: 'there' })];
    const other = await enter({ sub: 'subject-2', email: 'ann@example.org', sid: 'ann' });
    const one = await logOut(provider.logoutToken({ sub: undefined, sid: 'there' }));
    expect([one.statusCode, one.body, one.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await isIn(first), await isIn(second), await isIn(other)]).toEqual([true, false, true]);
    // The session is none of that person.
    expect((await logOut(provider.logoutToken({ sid: 'ann' }))).statusCode).toBe(200);
    expect([await isIn(first), await isIn(other)]).toEqual([true, true]);
    const all = provider.logoutToken();
    expect((await logOut(all)).statusCode).toBe(200);
    expect([await isIn(first), await isIn(other)]).toEqual([false, true]);
    const again = await enter({ sid: 'again' });
    const used = await logOut(all);
    expect([used.statusCode, used.body]).toEqual([400, expect.stringContaining('used before')]);
    expect(await isIn(again)).toBe(true);
    expect((await logOut(provider.logoutToken({ sub: 'nobody here' }))).statusCode).toBe(200);
    const { events } = (await server.send({ url: '/v1/AuditEvents?Operation=LogOutByProvider' })).json();
    expect(events.map((each: { actor_name: string }) => each.actor_name)).toEqual(['Nora Lind', 'Nora Lind']);
  });

  it('not by what is no token of its own, and asks it for nothing then', async () => {
    const token = await enter({ sid: 'here' });
    const seconds = Math.floor(server.ctx.clock.now() / 1_000);
    const forged: [reason: string, token: string][] = [
      ['no signed token', 'a.b.c'],
      ['no signed token', ''.padEnd(15_000, 'a')],
      ['by no key', provider.logoutToken({}, { alg: 'none' }).concat('a')],
      ['by no key', provider.logoutToken({}, { alg: 'HS256' })],
      ['another issuer', provider.logoutToken({ iss: 'https://elsewhere.example.org' })],
      ['another client', provider.logoutToken({ aud: ['another'] })],
      ['expired', provider.logoutToken({ exp: seconds - 61 })],
      ['expired', provider.logoutToken({ exp: undefined })],
      ['to come', provider.logoutToken({ iat: seconds + 61 })],
      ['no logout', provider.logoutToken({ events: undefined })],
      ['no logout', provider.logoutToken({ events: { [logoutEvent]: true } })],
      ['an ID token', provider.logoutToken({ nonce: 'n' })],
      ['no id', provider.logoutToken({ jti: undefined })],
      ['no person', provider.logoutToken({ sub: undefined })],
      ['sid that is none', provider.logoutToken({ sid: 7 })],
      ['is a at+jwt', provider.logoutToken({}, { typ: 'at+jwt' })],
    ];
    provider.requests.length = 0;
    for (const [reason, each] of forged) {
      const answer = await logOut(each);
      expect([reason, answer.statusCode]).toEqual([reason, 400]);
      expect(answer.json().message.toLowerCase()).toContain(reason.toLowerCase());
    }
    expect(provider.requests).toEqual([]);
    for (const how of [{ foreignKey: true }, { tampered: true }]) {
      const answer = await logOut(provider.logoutToken({}, how));
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('signature')]);
    }
    const before = provider.logoutToken();
    provider.rotateKey();
    expect((await logOut(before)).json().message).toContain('no key of the provider');
    expect((await logOut(provider.logoutToken(), `IP${'0'.repeat(32)}`)).statusCode).toBe(404);
    expect(await isIn(token)).toBe(true);
    expect((await logOut(provider.logoutToken())).statusCode).toBe(200);
    expect(await isIn(token)).toBe(false);
  });

  it('later, where it does not answer, by the same token', async () => {
    const token = await enter({ sid: 'here' });
    const logout = provider.logoutToken();
    for (const path of ['/.well-known/openid-configuration', '/jwks']) {
      provider.behaviour = { at: { [path]: (response) => response.destroy() } };
      const answer = await logOut(logout);
      expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '5']);
      expect(await isIn(token)).toBe(true);
    }
    provider.behaviour = {};
    expect((await logOut(logout)).statusCode).toBe(200);
    expect(await isIn(token)).toBe(false);
  });
});
