/** Personal tokens over HTTP: made by a person, used with their scopes, and gone with their end or the membership. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenResource } from '#api/accounts/token-operations.ts';
import { emailPaths } from '#api/email/paths.ts';
import { paths } from '#api/paths.ts';
import type { Role } from '#api/people/roles.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { addMember, type TestMember } from '../testing/members.ts';
import { basicAuthorization, openTestServer, type TestRequest, type TestServer } from '../testing/server.ts';
import type { Credentials } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const dayMs = 86_400_000;

const memberOf = (role: Role, places?: Parameters<typeof addMember>[2]) => addMember(server, role, places);

type Form = NonNullable<TestRequest['form']>;
type Made = TokenResource & { secret: string };

async function makeToken({ send }: TestMember, form: Form = {}): Promise<Made> {
  const answer = await send({ url: paths.tokens, form: { FriendlyName: 'Reports', ...form } });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json();
}

const credentialsOf = ({ sid, secret }: Made): Credentials => ({ account_sid: sid, auth_token: secret });
const by = (token: Made, request: TestRequest) => server.send({ by: credentialsOf(token), ...request });
const statusOf = async (token: Made, url: string = paths.flows) => (await by(token, { url })).statusCode;
const bearer = ({ sid, secret }: Made, url: string) =>
  server.send({ url, by: null, headers: { authorization: `Bearer ${sid}.${secret}` } });
const listOf = async ({ send }: TestMember, query = ''): Promise<TokenResource[]> =>
  (await send({ url: paths.tokens + query })).json().tokens;
const newFlow = { FriendlyName: 'F', Definition: JSON.stringify(emptyDefinition()) };

describe('a personal token', () => {
  it('is shown once with its secret, and stored as a hash', async () => {
    const author = await memberOf('author');
    const token = await makeToken(author, {
      Scopes: ['flows.write', 'flows.read', 'flows.read'],
      Days: '30',
    });
    expect(token).toEqual({
      sid: expect.stringMatching(/^SK[0-9a-f]{32}$/),
      account_sid: server.account.account_sid,
      person_sid: author.sid,
      person_name: 'Some author',
      friendly_name: 'Reports',
      role: 'author',
      scopes: ['flows.read', 'flows.write'],
      status: 'active',
      date_created: server.dateIn(0),
      date_expires: server.dateIn(30 * dayMs),
      date_last_used: null,
      url: `http://flows.test/v1/Tokens/${token.sid}`,
      secret: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { secret, ...rest } = token;
    expect(await listOf(author)).toEqual([rest]);
    const rows = await server.ctx.database.read.selectFrom('account_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await server.send({ url: paths.apiKeys })).json().api_keys).toEqual([]);
  });

  it('signs in to /v2, /v1 and /v3, as Basic and as Bearer', async () => {
    const token = await makeToken(await memberOf('support'));
    for (const url of [paths.flows, paths.roles, emailPaths.scopes]) {
      expect([await statusOf(token, url), (await bearer(token, url)).statusCode], url).toEqual([200, 200]);
    }
    const wrong = { ...token, secret: 'wrong' };
    for (const url of [paths.flows, emailPaths.scopes]) {
      expect([await statusOf(wrong, url), (await bearer(wrong, url)).statusCode], url).toEqual([401, 401]);
    }
  });

  it('acts for its person, with its name in the audit log', async () => {
    const author = await memberOf('author');
    const token = await makeToken(author);
    const flow = (await by(token, { url: paths.flows, form: { ...newFlow, Status: 'draft' } })).json();
    const history = (await server.send({ url: paths.flowHistory(flow.sid) })).json();
    expect(history.history[0]).toMatchObject({ author_sid: author.sid, key: null });
    const { events } = (await server.send({ url: `${paths.auditEvents}?Object=flow` })).json();
    expect(events[0]).toMatchObject({
      by: 'key',
      actor_sid: author.sid,
      actor_name: 'Some author (Reports)',
    });
    expect((await by(token, { url: paths.me })).json()).toMatchObject({
      role: 'author',
      person: { sid: author.sid },
    });
  });

  it('is recorded when it is made and revoked', async () => {
    const author = await memberOf('author');
    const { sid } = await makeToken(author, { Days: '7' });
    expect((await author.send({ method: 'DELETE', url: paths.token(sid) })).statusCode).toBe(204);
    const { events } = (await server.send({ url: `${paths.auditEvents}?Object=personal_token` })).json();
    expect(events).toMatchObject([
      { operation: 'DeleteToken', object_sid: sid, object_name: 'Reports' },
      { operation: 'CreateToken', object_sid: sid, actor_sid: author.sid },
    ]);
    expect(JSON.stringify(events[1].changes)).toContain('Days');
    const other = await makeToken(author);
    expect((await server.send({ method: 'DELETE', url: paths.apiKey(other.sid) })).statusCode).toBe(404);
    const keys = await server.send({ url: `${paths.auditEvents}?Object=account_key` });
    expect(keys.json().events).toEqual([]);
  });

  it('says when it was used, to the minute', async () => {
    const viewer = await memberOf('viewer');
    const token = await makeToken(viewer);
    const used = async () => (await listOf(viewer))[0]?.date_last_used;
    await statusOf({ ...token, secret: 'wrong' });
    expect(await used()).toBeNull();
    const first = server.dateIn(0);
    await statusOf(token);
    expect(await used()).toBe(first);
    server.advanceClock(59_000);
    await statusOf(token);
    expect(await used()).toBe(first);
    server.advanceClock(1_000);
    await statusOf(token);
    expect(await used()).toBe(server.dateIn(0));
  });
});

describe('the scopes of a token', () => {
  const refusal = (answer: { json(): { details?: { permission: string }; status: number } }) => {
    const { status, details } = answer.json();
    return [status, details?.permission];
  };

  it('refuse what is outside of them, with the name of the permission', async () => {
    const token = await makeToken(await memberOf('admin'), { Scopes: ['flows.read', 'email.read'] });
    expect(await statusOf(token)).toBe(200);
    expect(refusal(await by(token, { url: paths.flows, form: newFlow }))).toEqual([403, 'flows.write']);
    expect(refusal(await by(token, { url: paths.members }))).toEqual([403, 'members.read']);
    expect((await by(token, { url: paths.members })).json().message).toMatch(/^The scopes of this token/);
    expect((await bearer(token, emailPaths.keys)).statusCode).toBe(403);
    expect((await bearer(token, emailPaths.parseSettings)).statusCode).toBe(200);
  });

  it('refuse a value that needs a further permission', async () => {
    const token = await makeToken(await memberOf('admin'), { Scopes: ['flows.read', 'flows.write'] });
    const publish = { url: paths.flows, form: { ...newFlow, Status: 'published' } };
    expect(refusal(await by(token, publish))).toEqual([403, 'flows.publish']);
  });

  it('mask contacts where that is not among them', async () => {
    const admin = await memberOf('admin');
    await server.send({ url: paths.addresses, form: { FlowSid: await flowSid(), Address: '+15005550006' } });
    const guess = (token: Made) => by(token, { url: `${paths.messages}?To=%2B15005550006` });
    expect(refusal(await guess(await makeToken(admin, { Scopes: ['executions.read'] })))).toEqual([
      403,
      'contacts.unmasked',
    ]);
    const scopes = ['executions.read', 'contacts.unmasked'];
    expect((await guess(await makeToken(admin, { Scopes: scopes }))).statusCode).toBe(200);
  });

  it('show in /v1/Me what is left', async () => {
    const token = await makeToken(await memberOf('admin'), { Scopes: ['accounts.read', 'flows.read'] });
    expect((await by(token, { url: paths.me })).json().permissions).toEqual(['flows.read', 'accounts.read']);
  });
});

async function flowSid(): Promise<string> {
  const form = { ...newFlow, Status: 'published' };
  return (await server.send({ url: paths.flows, form })).json().sid;
}

describe('a token is refused', () => {
  it.each([
    [{ FriendlyName: '' }, 400, 'FriendlyName'],
    [{ FriendlyName: 'a\nb' }, 400, 'FriendlyName'],
    [{ Role: 'publisher' }, 403, 'Role'],
    [{ Role: 'king' }, 400, 'Role'],
    [{ Scopes: ['flows.rule'] }, 400, 'Scopes'],
    [{ Scopes: ['flows.read', 'flows.publish'] }, 400, 'Scopes'],
    [{ Role: 'viewer', Scopes: ['flows.write'] }, 400, 'Scopes'],
    [{ Days: '0' }, 400, 'Days'],
    [{ Days: '366' }, 400, 'Days'],
  ])('with %j', async (form, status, field) => {
    const author = await memberOf('author');
    const answer = await author.send({ url: paths.tokens, form: { FriendlyName: 'T', ...form } });
    expect([answer.statusCode, answer.json().details]).toEqual([
      status,
      { field: expect.stringContaining(field) },
    ]);
    expect(await listOf(author)).toEqual([]);
  });

  it('to the account itself, to its keys and to tokens', async () => {
    const form = { FriendlyName: 'More' };
    const owner = await memberOf('owner');
    const key = (await owner.send({ url: paths.apiKeys, form: {} })).json();
    const token = await makeToken(owner);
    for (const each of [server.account, credentialsOf(key), credentialsOf(token)]) {
      expect((await server.send({ url: paths.tokens, form, by: each })).statusCode).toBe(403);
    }
  });

  it('to a session that was confirmed long ago', async () => {
    const author = await memberOf('author');
    server.advanceClock(16 * 60_000);
    const answer = await author.send({ url: paths.tokens, form: { FriendlyName: 'Late' } });
    expect([answer.statusCode, answer.json().details]).toEqual([403, { confirmation: true }]);
  });

  it('where the member has a hundred in the account', async () => {
    const [author, other] = [await memberOf('author'), await memberOf('author')];
    for (let n = 0; n < 100; n += 1) await makeToken(author);
    const answer = await author.send({ url: paths.tokens, form: { FriendlyName: '101' } });
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('100 tokens')]);
    await makeToken(other);
  });
});

describe('a token changes no credentials', () => {
  it('not those of its person, of others, of the account or of the email service', async () => {
    const owner = await memberOf('owner');
    const token = await makeToken(owner);
    const requests: TestRequest[] = [
      { url: paths.me, form: { Password: 'seven green harbours', CurrentPassword: 'x' } },
      { url: paths.me, form: { Name: 'Somebody else' } },
      { url: paths.mySessions },
      { url: paths.mySecondFactor },
      { url: paths.myPasskeys },
      { url: paths.myAccount, form: { AccountSid: server.account.account_sid } },
      { url: paths.apiKeys, form: {} },
      { url: paths.invitations, form: { Email: 'new@example.org', Role: 'owner' } },
      { url: paths.authToken(server.account.account_sid), form: {} },
      { url: emailPaths.keys, payload: { name: 'Outlives' } },
      { method: 'DELETE', url: paths.token(token.sid) },
    ];
    for (const request of requests) {
      expect((await by(token, request)).statusCode, request.url).toBe(403);
    }
    expect((await by(token, { url: paths.myAccounts })).json().accounts).toHaveLength(1);
  });

  it('and approves nothing that its person has requested', async () => {
    const publisher = await memberOf('publisher');
    const token = await makeToken(publisher);
    const flow = (await server.send({ url: paths.flows, form: { ...newFlow, Status: 'draft' } })).json().sid;
    await server.send({ url: paths.flowPublishing(flow), form: { NeedsApproval: 'true' } });
    const form = { Revision: 'LatestRevision' };
    const request = (await by(token, { url: paths.publishRequests(flow), form })).json();
    const approve = { url: paths.publishRequest(flow, request.sid), form: { Status: 'approved' } };
    expect([(await publisher.send(approve)).statusCode, (await by(token, approve)).statusCode]).toEqual([
      403, 403,
    ]);
    expect((await (await memberOf('publisher')).send(approve)).statusCode).toBe(200);
  });
});

describe('a token is rejected', () => {
  it('once its days are over, and stays in the list', async () => {
    const author = await memberOf('author');
    const token = await makeToken(author, { Days: '1' });
    server.advanceClock(dayMs - 1);
    expect(await statusOf(token)).toBe(200);
    server.advanceClock(1);
    expect([await statusOf(token), (await bearer(token, emailPaths.scopes)).statusCode]).toEqual([401, 401]);
    expect((await listOf(author))[0]).toMatchObject({ sid: token.sid, status: 'expired' });
  });

  it('once it is revoked, by its person or by who may change members', async () => {
    const [author, other, admin] = [
      await memberOf('author'),
      await memberOf('author'),
      await memberOf('admin'),
    ];
    const [one, two] = [await makeToken(author), await makeToken(author)];
    const owners = await makeToken(await memberOf('owner'));
    const revoke = async ({ send }: TestMember, { sid }: Made) =>
      (await send({ method: 'DELETE', url: paths.token(sid) })).statusCode;
    expect([await revoke(other, one), await revoke(admin, owners)]).toEqual([404, 403]);
    expect([await statusOf(one), await statusOf(owners)]).toEqual([200, 200]);
    expect([await revoke(author, one), await revoke(author, one), await revoke(admin, two)]).toEqual([
      204, 404, 204,
    ]);
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 401]);
    expect(await revoke(await memberOf('owner', { home: server.other }), owners)).toBe(404);
  });

  it('with its membership, and does not come back with it', async () => {
    const author = await memberOf('author');
    const token = await makeToken(author);
    const change = (form: Form) => server.send({ url: paths.member(author.sid), form });
    await change({ Status: 'blocked' });
    expect(await statusOf(token)).toBe(401);
    await change({ Status: 'active' });
    expect(await statusOf(token)).toBe(200);
    await server.send({ method: 'DELETE', url: paths.member(author.sid) });
    expect(await statusOf(token)).toBe(401);
    const membership = { account: server.account.account_sid, person: author.sid, role: 'author' as const };
    await server.ctx.database.write((tx) =>
      tx
        .insertInto('members')
        .values({ ...membership, created_at: 0, blocked_at: null, seen_at: null })
        .execute(),
    );
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the role of a token', () => {
  it('is what its person and it both have at present', async () => {
    const admin = await memberOf('admin');
    const token = await makeToken(admin, { Role: 'publisher' });
    const role = async () => (await by(token, { url: paths.me })).json().role;
    expect(await role()).toBe('publisher');
    await server.send({ url: paths.member(admin.sid), form: { Role: 'author' } });
    expect(await role()).toBe('author');
    await server.send({ url: paths.member(admin.sid), form: { Role: 'owner' } });
    expect(await role()).toBe('publisher');
  });

  it('gives nothing that its person’s lacks, though that is the more powerful', async () => {
    const token = await makeToken(await memberOf('author'), { Role: 'support' });
    const { permissions } = (await by(token, { url: paths.me })).json();
    expect(permissions).toContain('messages.write');
    expect(permissions).not.toContain('executions.end');
  });

  it('counts in the account below, where it was made there', async () => {
    const { sid, auth_token } = (
      await server.send({ url: paths.accounts, form: { FriendlyName: 'Below' } })
    ).json();
    const below = { account_sid: sid, auth_token };
    const admin = await memberOf('admin', { at: below });
    const token = await makeToken(admin);
    expect((await by(token, { url: paths.me })).json()).toMatchObject({ account_sid: sid, role: 'admin' });
    const key = (await admin.send({ url: paths.apiKeys, form: {} })).json();
    expect((await server.send({ url: paths.flows, by: credentialsOf(key) })).statusCode).toBe(200);
    await server.send({ method: 'DELETE', url: paths.member(admin.sid) });
    expect(await statusOf(token)).toBe(401);
  });
});

describe('the list', () => {
  it('has one’s own, and those of all for who may change members', async () => {
    const [author, admin] = [await memberOf('author'), await memberOf('admin')];
    const [one, two] = [await makeToken(author), await makeToken(admin)];
    await makeToken(await memberOf('admin', { home: server.other }));
    const sids = (tokens: TokenResource[]) => tokens.map(({ sid }) => sid);
    expect([sids(await listOf(author)), sids(await listOf(admin))]).toEqual([[one.sid], [two.sid]]);
    expect(sids(await listOf(admin, '?All=true'))).toEqual([two.sid, one.sid]);
    const refused = await author.send({ url: `${paths.tokens}?All=true` });
    expect([refused.statusCode, refused.json().details]).toEqual([403, { permission: 'members.write' }]);
    expect((await server.send({ url: paths.tokens })).json().tokens).toEqual([]);
    expect((await server.send({ url: `${paths.tokens}?All=true` })).json().tokens).toHaveLength(2);
    expect((await bearer(two, paths.tokens)).json().tokens).toHaveLength(1);
  });
});

it('a header that is no token is nobody’s', async () => {
  const token = await makeToken(await memberOf('owner'));
  const { sid, secret } = token;
  for (const authorization of [
    `Bearer ${sid}`,
    `Bearer ${sid}.`,
    `Bearer ${sid}:${secret}`,
    `Bearer ${sid.toLowerCase()}.${secret}`,
    `Bearer ${server.account.account_sid}.${server.account.auth_token}`,
    `Token ${sid}.${secret}`,
    basicAuthorization({ account_sid: sid, auth_token: `${sid}.${secret}` }),
  ]) {
    for (const url of [paths.flows, emailPaths.scopes]) {
      const answer = await server.send({ url, by: null, headers: { authorization } });
      expect(answer.statusCode, `${authorization} ${url}`).toBe(401);
    }
  }
});
