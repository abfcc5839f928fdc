/** Groups over HTTP: what they give to people, who may change them, and how access by one ends. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#api/people/roles.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { createSession } from '../session-service.ts';

let server: TestServer;
let below: string;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.freshAccounts();
  below = (await server.send({ url: '/v1/Accounts', form: { FriendlyName: 'Below' } })).json().sid;
});
afterAll(() => server.close());

type Member = { sid: string; as(url: string, form?: Record<string, string>): ReturnType<TestServer['send']> };

/** A member of the account, with a session in `at`. */
async function addMember(role: Role, at = server.account.account_sid): Promise<Member> {
  const { ctx } = server;
  const [sid, account, created_at] = [ctx.ids.sid('US'), server.account.account_sid, ctx.clock.now()];
  const token = await ctx.database.write(async (tx) => {
    const person = { sid, email: `${sid}@example.org`, name: role, password_hash: '', created_at };
    await tx.insertInto('people').values(person).execute();
    const member = { account, person: sid, role, created_at, blocked_at: null, seen_at: null };
    await tx.insertInto('members').values(member).execute();
    await tx.insertInto('member_grants').values({ account, person: sid, source: 'direct', role }).execute();
    return createSession(ctx, tx, { account: at, person: sid });
  });
  const headers = { cookie: `patchbay_session=${token}`, 'sec-fetch-site': 'same-origin' };
  return {
    sid,
    as: (url, form) => server.send({ url, by: null, headers, ...(form !== undefined && { form }) }),
  };
}

const group = (people: readonly string[], memberships: Record<string, string>, Name = 'Flow team') => ({
  Name,
  People: JSON.stringify(people),
  Memberships: JSON.stringify(memberships),
});
const post = (url: string, form: Record<string, string>) => server.send({ url, form });
const roleOf = async ({ as }: Member) => {
  const answer = await as('/v1/Me');
  return answer.statusCode === 200 ? answer.json().role : answer.statusCode;
};

describe('a group', () => {
  it('gives its people the more powerful role, and says where it comes from', async () => {
    const own = server.account.account_sid;
    const [viewer, admin] = [await addMember('viewer'), await addMember('admin')];
    const made = await post('/v1/Groups', group([viewer.sid, admin.sid], { [own]: 'publisher' }));
    expect([made.statusCode, made.json()]).toEqual([
      201,
      expect.objectContaining({
        ...{ name: 'Flow team', people: [viewer.sid, admin.sid].sort() },
        memberships: [{ account_sid: own, role: 'publisher' }],
      }),
    ]);
    expect([await roleOf(viewer), await roleOf(admin)]).toEqual(['publisher', 'admin']);
    const { comes_from: sources } = (await server.send({ url: `/v1/Members/${viewer.sid}` })).json();
    expect(sources).toEqual([
      { kind: 'group', sid: made.json().sid, name: 'Flow team', role: 'publisher' },
      { kind: 'direct', sid: null, name: null, role: 'viewer' },
    ]);
    expect((await server.send({ url: `/v1/Groups/${made.json().sid}` })).json()).toEqual(made.json());
    expect((await server.send({ url: '/v1/Groups' })).json().groups).toEqual([made.json()]);
  });

  it('is told above what it gives below, while the member is not blocked there', async () => {
    const viewer = await addMember('viewer');
    const { sid } = (await post('/v1/Groups', group([viewer.sid], { [below]: 'publisher' }))).json();
    const told = async (by = server.account) =>
      (await server.send({ url: `/v1/Members/${viewer.sid}`, by })).json().roles_below;
    expect(await told()).toEqual([{ kind: 'group', sid, name: 'Flow team', role: 'publisher', accounts: 1 }]);
    await server.ctx.database.write((tx) =>
      tx
        .updateTable('members')
        .set({ blocked_at: 1 })
        .where('person', '=', viewer.sid)
        .where('account', '=', below)
        .execute(),
    );
    expect(await told()).toEqual([]);
  });

  it('gives a role in an account below, and takes it back with its sessions', async () => {
    const viewer = await addMember('viewer', below);
    const { sid } = (await post('/v1/Groups', group([viewer.sid], { [below]: 'author' }))).json();
    expect(await roleOf(viewer)).toBe('author');
    await post(`/v1/Groups/${sid}`, { Memberships: JSON.stringify({ [below]: 'publisher' }) });
    expect(await roleOf(viewer)).toBe('publisher');
    await post(`/v1/Groups/${sid}`, { People: '[]' });
    expect([400, 401, 'viewer']).toContain(await roleOf(viewer));
    expect((await server.send({ url: `/v1/Groups/${sid}` })).json().people).toEqual([]);
  });

  it('ends what only it gave, and no block', async () => {
    const own = server.account.account_sid;
    const person = await addMember('viewer');
    const { sid } = (await post('/v1/Groups', group([person.sid], { [own]: 'author' }))).json();
    const url = `/v1/Members/${person.sid}`;
    const removal = await server.send({ method: 'DELETE', url });
    expect([removal.statusCode, removal.json().message]).toEqual([409, expect.stringContaining('Flow team')]);
    await post(url, { Status: 'blocked' });
    expect(await roleOf(person)).toBe(401);
    await server.send({ method: 'DELETE', url: `/v1/Groups/${sid}` });
    expect((await server.send({ url })).json()).toMatchObject({ role: 'viewer', status: 'blocked' });
    expect((await post('/v1/Groups', group([person.sid], { [own]: 'admin' }))).statusCode).toBe(201);
    expect((await server.send({ url })).json()).toMatchObject({ role: 'admin', status: 'blocked' });
  });

  it('gives nobody more than the role of who changes it', async () => {
    const own = server.account.account_sid;
    const [admin, owner] = [await addMember('admin'), await addMember('owner')];
    expect((await admin.as('/v1/Groups', group([admin.sid], { [own]: 'owner' }))).statusCode).toBe(403);
    const made = await owner.as('/v1/Groups', group([], { [own]: 'owner' }));
    const url = `/v1/Groups/${made.json().sid}`;
    expect((await admin.as(url, { People: JSON.stringify([admin.sid]) })).statusCode).toBe(403);
    expect((await admin.as(url, { Memberships: '{}' })).statusCode).toBe(403);
    expect((await owner.as(url, { People: JSON.stringify([admin.sid]) })).statusCode).toBe(200);
    expect(await roleOf(admin)).toBe('owner');
  });

  it('keeps the last owner', async () => {
    const own = server.account.account_sid;
    const person = await addMember('viewer');
    const { sid } = (await post('/v1/Groups', group([person.sid], { [own]: 'owner' }))).json();
    expect((await post(`/v1/Groups/${sid}`, { People: '[]' })).statusCode).toBe(409);
    expect((await server.send({ method: 'DELETE', url: `/v1/Groups/${sid}` })).statusCode).toBe(409);
    expect(await roleOf(person)).toBe('owner');
  });

  it.each([
    ['People', '{}'],
    ['People', '["AC1"]'],
    ['People', JSON.stringify([`US${'0'.repeat(32)}`])],
    ['Memberships', '{"AC1":"viewer"}'],
    ['Memberships', JSON.stringify({ [`AC${'0'.repeat(32)}`]: 'viewer' })],
    ['Memberships', JSON.stringify({ [`AC${'0'.repeat(32)}`]: 'king' })],
  ])('has no %s like %s', async (field, value) => {
    const answer = await post('/v1/Groups', { Name: 'Odd', [field]: value });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(field)]);
    expect((await server.send({ url: '/v1/Groups' })).json().groups).toEqual([]);
  });

  it('has a name once, and belongs to its account', async () => {
    const { sid } = (await post('/v1/Groups', { Name: 'One' })).json();
    expect((await post('/v1/Groups', { Name: 'One' })).statusCode).toBe(409);
    const two = (await post('/v1/Groups', { Name: 'Two' })).json();
    expect((await post(`/v1/Groups/${two.sid}`, { Name: 'One' })).statusCode).toBe(409);
    expect((await post(`/v1/Groups/${sid}`, { Name: 'One' })).statusCode).toBe(200);
    const url = `/v1/Groups/${sid}`;
    expect((await server.send({ url, by: server.other })).statusCode).toBe(404);
    expect((await server.send({ method: 'DELETE', url, by: server.other })).statusCode).toBe(404);
    const person = await addMember('viewer');
    const taken = await server.send({ url: '/v1/Groups', form: group([person.sid], {}), by: server.other });
    expect(taken.statusCode).toBe(400);
  });
});
