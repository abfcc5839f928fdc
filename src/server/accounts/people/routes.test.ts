/** People over HTTP: the first owner, invitations, members and their roles, passwords and sessions. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#api/people/roles.ts';
import type { MemberResource } from '#api/people/schemas.ts';
import { emptyDefinition } from '#flow/definition.ts';
import { openTestServer, type TestRequest, type TestServer } from '../../testing/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => server.freshAccounts());
afterAll(() => server.close());

const owner = { Name: 'First Owner', Email: 'Owner@Example.org', Password: 'seven green harbours' };
const password = 'a quiet lamp at noon';
const day = 24 * 60 * 60 * 1000;

type Answer = Awaited<ReturnType<TestServer['send']>>;
const cookieOf = ({ cookies: [cookie] }: Answer): string => {
  if (cookie === undefined) throw new Error('No cookie was set.');
  return `${cookie.name}=${cookie.value}`;
};
const as = (cookie: string, request: TestRequest) =>
  server.send({
    ...request,
    by: null,
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...request.headers },
  });
const signIn = (form: Record<string, string>, from?: string) =>
  server.send({ url: '/session', form, by: null, ...(from !== undefined && { from }) });
const tokenOf = (link: string): string => new URL(link).hash.slice(1);

/** The SID and the cookie of the first owner. */
async function makeOwner(): Promise<{ sid: string; cookie: string }> {
  const { sid } = (await server.send({ url: '/v1/FirstOwner', form: owner })).json();
  return { sid, cookie: cookieOf(await signIn({ Email: owner.Email, Password: owner.Password })) };
}

/** A member who has joined by an invitation of the account. */
async function join(role: Role, email = `${role}@example.org`) {
  const invited = await server.send({ url: '/v1/Invitations', form: { Email: email, Role: role } });
  const form = { Token: tokenOf(invited.json().link), Name: `Some ${role}`, Password: password };
  const answer = await server.send({ url: '/session/link/use', form, by: null });
  return { sid: answer.json().person.sid as string, cookie: cookieOf(answer) };
}

describe('the first owner', () => {
  it('is made with the credentials of the account, once', async () => {
    const answer = await server.send({ url: '/v1/FirstOwner', form: owner });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      expect.objectContaining({ name: 'First Owner', email: 'owner@example.org', role: 'owner' }),
    ]);
    const again = { ...owner, Email: 'second@example.org' };
    expect((await server.send({ url: '/v1/FirstOwner', form: again })).statusCode).toBe(409);
    expect((await server.send({ url: '/session' })).json().needs_owner).toBe(false);
  });

  it('takes over the session of the page', async () => {
    const { account_sid: AccountSid, auth_token: AuthToken } = server.account;
    const cookie = cookieOf(await signIn({ AccountSid, AuthToken }));
    expect((await as(cookie, { url: '/v1/Me' })).json()).toMatchObject({ person: null, needs_owner: true });
    const renewed = cookieOf(await as(cookie, { url: '/v1/FirstOwner', form: owner }));
    expect((await as(renewed, { url: '/v1/Me' })).json()).toMatchObject({
      person: { name: 'First Owner', email: 'owner@example.org' },
      needs_owner: false,
    });
  });

  it.each([
    ['a common password', 'passwordpassword'],
    ['a short pattern', 'abcabcabcabcabc'],
    ['the own name', 'First OwnerFirst'],
    ['one with digits behind', 'basketball2024!!'],
  ])('needs a password that is not easily guessed: %s', async (_, Password) => {
    const answer = await server.send({ url: '/v1/FirstOwner', form: { ...owner, Password } });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('Password')]);
  });

  it('is an address once in an installation', async () => {
    await makeOwner();
    const answer = await server.send({ url: '/v1/FirstOwner', form: owner, by: server.other });
    expect(answer.statusCode).toBe(409);
  });
});

describe('signing in', () => {
  it('is by email address, in any case, and password', async () => {
    const { sid } = await makeOwner();
    const answer = await signIn({ Email: ' OWNER@example.ORG', Password: owner.Password });
    expect(answer.json()).toMatchObject({ person: { sid }, role: 'owner', friendly_name: 'First' });
  });

  it('is refused alike for a wrong password and an unknown address', async () => {
    await makeOwner();
    const wrong = await signIn({ Email: owner.Email, Password: 'something else' });
    const unknown = await signIn({ Email: 'nobody@example.org', Password: 'something else' });
    expect(wrong.statusCode).toBe(401);
    expect(unknown.json()).toEqual(wrong.json());
    expect([...wrong.cookies, ...unknown.cookies]).toEqual([]);
  });

  it('is slowed for who guesses, and for nobody else', async () => {
    await makeOwner();
    const guess = (n: number) => signIn({ Email: owner.Email, Password: `guess ${n}` }, '203.0.113.7');
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).statusCode).toBe(401);
    const right = { Email: owner.Email, Password: owner.Password };
    const refused = await signIn(right, '203.0.113.7');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect((await signIn(right, '198.51.100.9')).statusCode).toBe(200);
    server.advanceClock(15 * 60_000);
    expect((await signIn(right, '203.0.113.7')).statusCode).toBe(200);
  });

  it('is slowed in the same way for an address that nobody has', async () => {
    const guess = () => signIn({ Email: 'nobody@example.org', Password: 'x' }, '203.0.113.8');
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push((await guess()).statusCode);
    expect(answers).toEqual([...Array(10).fill(401), 429]);
  });

  it('counts attempts that are made at the same time', async () => {
    const guess = () => signIn({ Email: 'nobody@example.org', Password: 'x' }, '203.0.113.9');
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  });

  it('needs both fields', async () => {
    const answer = await signIn({ Email: 'nobody@example.org' });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining('Password')]);
  });
});

describe('an invitation', () => {
  it('says what it is for, and makes a member once', async () => {
    const invited = (
      await server.send({ url: '/v1/Invitations', form: { Email: 'new@example.org', Role: 'author' } })
    ).json();
    expect(invited.link).toMatch(/^http:\/\/flows\.test\/join#[0-9a-f]{32}$/);
    const Token = tokenOf(invited.link);
    const look = () => server.send({ url: '/session/link', form: { Token }, by: null });
    expect((await look()).json()).toMatchObject({
      ...{
        purpose: 'invitation',
        account_name: 'First',
        email: 'new@example.org',
        name: null,
        role: 'author',
      },
    });
    const form = { Token, Name: 'New Person', Password: password };
    const joined = await server.send({ url: '/session/link/use', form, by: null });
    expect(joined.json()).toMatchObject({ person: { name: 'New Person' }, role: 'author' });
    expect((await server.send({ url: '/session/link/use', form, by: null })).statusCode).toBe(404);
    expect((await look()).statusCode).toBe(404);
    expect((await server.send({ url: '/v1/Invitations' })).json().invitations).toEqual([]);
  });

  it('is over after its days, and when it is taken back or replaced', async () => {
    const invite = async () =>
      (
        await server.send({
          url: '/v1/Invitations',
          form: { Email: 'new@example.org', Role: 'viewer', Days: '2' },
        })
      ).json();
    const isValid = async ({ link }: { link: string }) =>
      (await server.send({ url: '/session/link', form: { Token: tokenOf(link) }, by: null })).statusCode ===
      200;
    const first = await invite();
    const second = await invite();
    expect([await isValid(first), await isValid(second)]).toEqual([false, true]);
    server.advanceClock(2 * day);
    expect(await isValid(second)).toBe(false);
    const third = await invite();
    await server.send({ method: 'DELETE', url: `/v1/Invitations/${third.sid}` });
    expect(await isValid(third)).toBe(false);
  });

  it('lets a person of another account join with the present password', async () => {
    await join('author', 'both@example.org');
    const form = { Email: 'both@example.org', Role: 'viewer' };
    const invited = await server.send({ url: '/v1/Invitations', form, by: server.other });
    const Token = tokenOf(invited.json().link);
    const use = (Password: string) =>
      server.send({ url: '/session/link/use', form: { Token, Password }, by: null });
    expect((await use('not the password')).statusCode).toBe(401);
    expect((await use(password)).json()).toMatchObject({ friendly_name: 'Second', role: 'viewer' });
  });

  it('cannot give more than one’s own role', async () => {
    const { cookie } = await join('admin');
    const invite = async (Role: Role) =>
      (await as(cookie, { url: '/v1/Invitations', form: { Email: 'x@example.org', Role } })).statusCode;
    expect([await invite('admin'), await invite('owner')]).toEqual([201, 403]);
  });

  it('is refused for a member', async () => {
    await join('author');
    const form = { Email: 'Author@example.org', Role: 'viewer' };
    expect((await server.send({ url: '/v1/Invitations', form })).statusCode).toBe(409);
  });
});

describe('a role', () => {
  const draft = (Status: string) => ({
    ...{ FriendlyName: 'A flow', Status },
    Definition: JSON.stringify(emptyDefinition()),
  });

  it('lets an author edit and not publish; a refusal names the permission', async () => {
    const { cookie } = await join('author');
    expect((await as(cookie, { url: '/v2/Flows', form: draft('draft') })).statusCode).toBe(201);
    const refused = await as(cookie, { url: '/v2/Flows', form: draft('published') });
    expect(refused.json()).toMatchObject({ status: 403, details: { permission: 'flows.publish' } });
  });

  it('counts from the next request on', async () => {
    const { sid, cookie } = await join('author');
    await server.send({ url: `/v1/Members/${sid}`, form: { Role: 'publisher' } });
    expect((await as(cookie, { url: '/v2/Flows', form: draft('published') })).statusCode).toBe(201);
    await server.send({ url: `/v1/Members/${sid}`, form: { Role: 'viewer' } });
    expect((await as(cookie, { url: '/v2/Flows', form: draft('draft') })).statusCode).toBe(403);
  });

  it('shows the second factor of members to who may change them', async () => {
    await makeOwner();
    const { cookie } = await join('viewer');
    const factors = async (request: Promise<Answer>) =>
      (await request).json().members.map((member: MemberResource) => member.second_factor);
    expect(await factors(server.send({ url: '/v1/Members' }))).toEqual(['none', 'none']);
    expect(await factors(as(cookie, { url: '/v1/Members' }))).toEqual([null, null]);
  });

  it('is kept by who has a higher one', async () => {
    const { sid } = await makeOwner();
    const { cookie } = await join('admin');
    const change = async (request: TestRequest) => (await as(cookie, request)).statusCode;
    expect(await change({ url: `/v1/Members/${sid}`, form: { Role: 'viewer' } })).toBe(403);
    expect(await change({ url: `/v1/Members/${sid}/SignOut`, method: 'POST' })).toBe(403);
    expect(await change({ url: `/v1/Members/${sid}/PasswordLink`, method: 'POST' })).toBe(403);
    expect(await change({ url: `/v1/Members/${sid}`, method: 'DELETE' })).toBe(403);
  });

  it('of the last owner stays', async () => {
    const { sid } = await makeOwner();
    const change = async (request: TestRequest) => (await server.send(request)).statusCode;
    expect(await change({ url: `/v1/Members/${sid}`, form: { Role: 'admin' } })).toBe(409);
    expect(await change({ url: `/v1/Members/${sid}`, form: { Status: 'blocked' } })).toBe(409);
    expect(await change({ url: `/v1/Members/${sid}`, method: 'DELETE' })).toBe(409);
    await join('owner', 'second@example.org');
    expect(await change({ url: `/v1/Members/${sid}`, form: { Role: 'admin' } })).toBe(200);
  });

  it('signs revisions with the person', async () => {
    const { sid, cookie } = await join('publisher');
    const flow = (await as(cookie, { url: '/v2/Flows', form: draft('published') })).json();
    expect((await server.send({ url: `/v2/Flows/${flow.sid}` })).json().author_sid).toBe(sid);
  });

  it('of a publisher is another person than the one who asked', async () => {
    const [author, publisher] = [await join('author'), await join('publisher')];
    const flow = (await as(author.cookie, { url: '/v2/Flows', form: draft('draft') })).json();
    const ask = (cookie: string) =>
      as(cookie, {
        url: `/v1/Flows/${flow.sid}/PublishRequests`,
        form: { Revision: '1', PublishAt: server.dateIn(12 * 60 * 60 * 1000) },
      });
    expect((await ask(author.cookie)).statusCode).toBe(403);
    await server.send({ url: `/v1/Flows/${flow.sid}/Publishing`, form: { NeedsApproval: 'true' } });
    const request = (await ask(publisher.cookie)).json();
    const approve = (cookie: string) =>
      as(cookie, {
        url: `/v1/Flows/${flow.sid}/PublishRequests/${request.sid}`,
        form: { Status: 'approved' },
      });
    expect((await approve(publisher.cookie)).statusCode).toBe(403);
    expect((await approve(author.cookie)).statusCode).toBe(403);
    expect((await approve((await join('publisher', 'second@example.org')).cookie)).statusCode).toBe(200);
  });
});

describe('a member who leaves', () => {
  it('loses the page by a block, and comes back by its end', async () => {
    const { sid, cookie } = await join('author');
    const status = async () => (await as(cookie, { url: '/v2/Flows' })).statusCode;
    expect(await status()).toBe(200);
    await server.send({ url: `/v1/Members/${sid}`, form: { Status: 'blocked' } });
    expect(await status()).toBe(401);
    const form = { Email: 'author@example.org', Password: password };
    expect((await signIn(form)).statusCode).toBe(401);
    await server.send({ url: `/v1/Members/${sid}`, form: { Status: 'active' } });
    expect(await status()).toBe(401);
    expect((await signIn(form)).statusCode).toBe(200);
  });

  it('loses the keys that they made, which never may more than they', async () => {
    const { sid, cookie } = await join('admin');
    const made = (await as(cookie, { url: '/v1/ApiKeys', form: { FriendlyName: 'Script' } })).json();
    expect(made.role).toBe('admin');
    const by = { account_sid: made.sid, auth_token: made.secret };
    const status = async (request: TestRequest) => (await server.send({ ...request, by })).statusCode;
    expect(await status({ url: '/v1/Sinks' })).toBe(200);
    expect(await status({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).toBe(403);
    await server.send({ url: `/v1/Members/${sid}`, form: { Role: 'viewer' } });
    expect(await status({ url: '/v1/ApiKeys' })).toBe(403);
    await server.send({ url: `/v1/Members/${sid}`, form: { Status: 'blocked' } });
    expect(await status({ url: '/v2/Flows' })).toBe(401);
  });

  it('is removed with their sessions, and what they wrote keeps their name', async () => {
    const { sid, cookie } = await join('author');
    const form = { FriendlyName: 'F', Status: 'draft', Definition: JSON.stringify(emptyDefinition()) };
    const flow = (await as(cookie, { url: '/v2/Flows', form })).json();
    await as(cookie, { url: `/v1/Flows/${flow.sid}/Comments`, form: { Text: 'Look', AuthorName: 'Else' } });
    expect((await server.send({ method: 'DELETE', url: `/v1/Members/${sid}` })).statusCode).toBe(204);
    expect((await as(cookie, { url: '/v2/Flows' })).statusCode).toBe(401);
    const { comments } = (await server.send({ url: `/v1/Flows/${flow.sid}/Comments` })).json();
    expect(comments[0]).toMatchObject({ author_name: 'Some author' });
  });
});

describe('a password', () => {
  it('is changed with the present one, which ends the other sessions', async () => {
    const { cookie } = await join('viewer');
    const other = cookieOf(await signIn({ Email: 'viewer@example.org', Password: password }));
    const change = (CurrentPassword: string) =>
      as(cookie, { url: '/v1/Me', form: { Password: 'eleven slow ferries', CurrentPassword } });
    expect((await change('wrong')).statusCode).toBe(400);
    const changed = await change(password);
    expect(changed.statusCode).toBe(200);
    expect((await as(other, { url: '/v2/Flows' })).statusCode).toBe(401);
    expect((await as(cookieOf(changed), { url: '/v2/Flows' })).statusCode).toBe(200);
    expect((await signIn({ Email: 'viewer@example.org', Password: password })).statusCode).toBe(401);
  });

  it('is not found out by who has the page of somebody else', async () => {
    const { cookie } = await join('viewer');
    const guess = async (CurrentPassword: string, Password = 'eleven slow ferries') =>
      (await as(cookie, { url: '/v1/Me', form: { Password, CurrentPassword } })).statusCode;
    // One that is refused for itself is no guess.
    expect(await guess(password, 'passwordpassword')).toBe(400);
    for (let n = 0; n < 10; n += 1) expect(await guess(`guess ${n}`)).toBe(400);
    expect(await guess(password)).toBe(429);
  });

  it('stays, and so does the session of the person, when the token of the account is replaced', async () => {
    const { cookie } = await makeOwner();
    const url = `/v1/Accounts/${server.account.account_sid}/AuthToken`;
    const rotated = await as(cookie, { url, method: 'POST' });
    expect((await as(cookie, { url: '/v1/Me' })).statusCode).toBe(401);
    const me = await as(cookieOf(rotated), { url: '/v1/Me' });
    expect(me.json()).toMatchObject({ person: { name: 'First Owner' }, role: 'owner' });
  });

  it('is replaced by a link of an admin, once', async () => {
    const { sid, cookie } = await join('viewer');
    const { link } = (await server.send({ url: `/v1/Members/${sid}/PasswordLink`, method: 'POST' })).json();
    const form = { Token: tokenOf(link), Password: 'eleven slow ferries' };
    expect((await server.send({ url: '/session/link/use', form, by: null })).statusCode).toBe(200);
    expect((await server.send({ url: '/session/link/use', form, by: null })).statusCode).toBe(404);
    expect((await as(cookie, { url: '/v2/Flows' })).statusCode).toBe(401);
  });

  it('is not set by a link for a person of other accounts, which it would open', async () => {
    const { sid } = await join('viewer', 'both@example.org');
    const form = { Email: 'both@example.org', Role: 'owner' };
    const invited = await server.send({ url: '/v1/Invitations', form, by: server.other });
    const use = { Token: tokenOf(invited.json().link), Password: password };
    await server.send({ url: '/session/link/use', form: use, by: null });
    expect((await server.send({ url: `/v1/Members/${sid}/PasswordLink`, method: 'POST' })).statusCode).toBe(
      409,
    );
  });

  it('is not set by a link from before the person could do more', async () => {
    const { sid } = await join('viewer');
    const { link } = (await server.send({ url: `/v1/Members/${sid}/PasswordLink`, method: 'POST' })).json();
    const use = { Token: tokenOf(link), Password: 'eleven slow ferries' };
    await server.send({ url: `/v1/Members/${sid}`, form: { Role: 'admin' } });
    expect((await server.send({ url: '/session/link/use', form: use, by: null })).statusCode).toBe(404);
  });

  it('is stored as a salted hash only', async () => {
    await join('viewer', 'one@example.org');
    await join('viewer', 'other@example.org');
    const rows = await server.ctx.database.read.selectFrom('people').selectAll().execute();
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(2);
    for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$scrypt\$ln=10,r=8,p=3\$/);
  });
});

describe('sessions', () => {
  it('are listed with their device, and ended one by one', async () => {
    const { cookie } = await join('viewer');
    const form = { Email: 'viewer@example.org', Password: password };
    const headers = { 'user-agent': 'Some browser' };
    const other = cookieOf(await server.send({ url: '/session', form, by: null, headers }));
    const list = async () => (await as(cookie, { url: '/v1/Me/Sessions' })).json().sessions;
    const sessions = await list();
    expect(sessions).toHaveLength(2);
    const found = sessions.find((each: { is_current: boolean }) => !each.is_current);
    expect(found).toMatchObject({ device: 'Some browser' });
    expect((await as(cookie, { url: `/v1/Me/Sessions/${found.id}`, method: 'DELETE' })).statusCode).toBe(204);
    expect((await as(other, { url: '/v2/Flows' })).statusCode).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  it('of a member end at once for another member with the right', async () => {
    const { sid, cookie } = await join('viewer');
    await server.send({ url: `/v1/Members/${sid}/SignOut`, method: 'POST' });
    expect((await as(cookie, { url: '/v2/Flows' })).statusCode).toBe(401);
  });

  it('show when a member was seen last', async () => {
    const { sid, cookie } = await join('viewer');
    server.advanceClock(2 * 60 * 60 * 1000);
    await as(cookie, { url: '/v2/Flows' });
    const seen = (await server.send({ url: `/v1/Members/${sid}` })).json().date_last_seen;
    expect(seen).toBe(server.dateIn(0));
  });
});

it('lets no account see the members of another one', async () => {
  const { sid } = await join('viewer');
  expect((await server.send({ url: `/v1/Members/${sid}`, by: server.other })).statusCode).toBe(404);
  expect((await server.send({ url: '/v1/Members', by: server.other })).json().members).toEqual([]);
});

it('lets no key change members, which could outlive it', async () => {
  const { sid: key, secret } = (await server.send({ url: '/v1/ApiKeys', method: 'POST' })).json();
  const by = { account_sid: key, auth_token: secret };
  const form = { Email: 'x@example.org', Role: 'owner' };
  expect((await server.send({ url: '/v1/Invitations', form, by })).statusCode).toBe(403);
  expect((await server.send({ url: '/v1/FirstOwner', form: owner, by })).statusCode).toBe(403);
});

it('gives the table of roles', async () => {
  const { roles, permissions } = (await server.send({ url: '/v1/Roles' })).json();
  expect(roles).toHaveLength(6);
  const publish = permissions.find(({ name }: { name: string }) => name === 'flows.publish');
  expect(publish).toMatchObject({
    roles: ['publisher', 'admin', 'owner'],
    operations: ['UpdateFlowPublishing'],
  });
});
