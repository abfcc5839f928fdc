/** Groups over SCIM: the forms that identity providers send, the roles that they give, and what of them is changed here. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { addPusher, openPage, type Pusher } from './testing/pushing.ts';

let server: TestServer;
let provider: Pusher;
let people: string[];
let count = 0;

beforeAll(async () => {
  server = await openTestServer();
  provider = await addPusher(server);
  people = [await provider.user('ann'), await provider.user('bob'), await provider.user('eve')];
});
afterAll(() => server.close());

const value = (id: string | undefined) => ({ value: id });
const push = async (members: readonly object[] = [], more: object = {}) => {
  count += 1;
  const answer = await provider.send('POST', '/Groups', { displayName: `Team ${count}`, members, ...more });
  expect(answer.status).toBe(201);
  return answer.json;
};
const membersOf = async (id: string) =>
  (await provider.send('GET', `/Groups/${id}`)).json.members.map((each: { value: string }) => each.value);

it('is made, found by each form of filter, without members where they are not wanted', async () => {
  const [ann] = people;
  const made = await push([value(ann)], { externalId: 'g-1', schemas: ['any'] });
  expect(made).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: expect.stringMatching(/^GR/),
    externalId: 'g-1',
    displayName: made.displayName,
    members: [{ value: ann, display: 'ann@example.org' }],
    meta: {
      resourceType: 'Group',
      created: '2026-11-06T12:00:00Z',
      location: expect.stringMatching(new RegExp(`/scim/v2/Groups/${made.id}$`)),
    },
  });
  for (const filter of [
    `displayName eq "${made.displayName}"`,
    'externalId eq "g-1"',
    `id eq "${made.id}" and members eq "${ann}"`,
    `id eq "${made.id}" and members[value eq "${ann}"]`,
  ]) {
    const { json } = await provider.send('GET', `/Groups?filter=${encodeURIComponent(filter)}`);
    expect({ filter, found: json.Resources }).toEqual({ filter, found: [made] });
  }
  for (const query of ['excludedAttributes=members', 'attributes=displayName,id']) {
    const filter = encodeURIComponent(`displayName eq "${made.displayName}"`);
    const listed = await provider.send('GET', `/Groups?${query}&filter=${filter}`);
    expect(listed.json.Resources).toMatchObject([{ id: made.id, displayName: made.displayName }]);
    expect(listed.json.Resources[0].members).toBeUndefined();
    expect((await provider.send('GET', `/Groups/${made.id}?${query}`)).json.members).toBeUndefined();
  }
  const stranger = encodeURIComponent(`members eq "${people[1]}" and externalId eq "g-1"`);
  expect((await provider.send('GET', `/Groups?filter=${stranger}`)).json.totalResults).toBe(0);
});

it('takes each form of a change of its members', async () => {
  const [ann, bob, eve] = people;
  const { id } = await push();
  const after = async (operation: object) => {
    const { status, json } = await provider.patch(`/Groups/${id}`, operation);
    expect({ operation, status, json }).toEqual({ operation, status: 204, json: null });
    return membersOf(id);
  };
  expect(await after({ op: 'add', path: 'members', value: [value(ann), value(bob)] })).toEqual([ann, bob]);
  expect(await after({ op: 'Add', path: 'members', value: [{ $ref: null, value: bob }] })).toEqual([
    ann,
    bob,
  ]);
  expect(await after({ op: 'add', path: 'members', value: value(eve) })).toEqual([ann, bob, eve]);
  expect(await after({ op: 'remove', path: `members[value eq "${ann}"]` })).toEqual([bob, eve]);
  expect(await after({ op: 'Remove', path: 'members', value: [value(bob)] })).toEqual([eve]);
  expect(await after({ op: 'replace', path: 'members', value: [value(ann)] })).toEqual([ann]);
  expect(await after({ op: 'replace', value: { members: [value(bob), value(eve)] } })).toEqual([bob, eve]);
  expect(await after({ op: 'remove', path: 'members' })).toEqual([]);
  const put = await provider.send('PUT', `/Groups/${id}`, { displayName: 'Put', members: [value(ann)] });
  expect(put).toMatchObject({ status: 200, json: { displayName: 'Put', members: [value(ann)] } });
  expect((await provider.send('PUT', `/Groups/${id}`, { displayName: 'Put' })).json.members).toEqual([]);
});

it('is renamed, with the id or without', async () => {
  const { id } = await push();
  const path = `/Groups/${id}?attributes=displayName,externalId`;
  const named = await provider.patch(path, { op: 'replace', value: { id, displayName: 'One' } });
  expect(named).toMatchObject({ status: 200, json: { displayName: 'One' } });
  expect(named.json.members).toBeUndefined();
  const again = await provider.patch(
    path,
    { op: 'Replace', path: 'displayName', value: 'Two' },
    { op: 'Add', path: 'externalId', value: 'g-2' },
  );
  expect(again.json).toMatchObject({ displayName: 'Two', externalId: 'g-2' });
  const other = await push();
  const taken = { op: 'replace', path: 'displayName', value: 'Two' };
  expect(await provider.patch(`/Groups/${other.id}`, taken)).toMatchObject({
    ...{ status: 409, json: { scimType: 'uniqueness' } },
  });
  expect(await provider.send('POST', '/Groups', { displayName: 'Two' })).toMatchObject({ status: 409 });
});

it('gives the role that is set here, and takes it back with the page', async () => {
  const [ann] = people;
  const own = server.account.account_sid;
  const { id } = await push([value(ann)]);
  const url = `/v1/Groups/${id}`;
  expect((await server.send({ url: `/v1/Members/${ann}` })).statusCode).toBe(404);
  const given = await server.send({ url, form: { Memberships: JSON.stringify({ [own]: 'support' }) } });
  expect([given.statusCode, given.json().provider_sid]).toEqual([200, provider.sid]);
  const page = await openPage(server, String(ann));
  expect(await page()).toBe('support');
  expect((await server.send({ url: `/v1/Members/${ann}` })).json().comes_from).toMatchObject([
    { kind: 'group', sid: id, role: 'support' },
  ]);
  await provider.patch(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${ann}"]` });
  expect(await page()).toBe(401);
  await provider.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [value(ann)] });
  expect((await server.send({ url: `/v1/Members/${ann}` })).json().role).toBe('support');
  expect((await provider.send('DELETE', `/Groups/${id}`)).status).toBe(204);
  expect((await server.send({ url: `/v1/Members/${ann}` })).statusCode).toBe(404);
});

it('keeps name and people for the provider; groups that are made here stay here', async () => {
  const { id } = await push();
  const url = `/v1/Groups/${id}`;
  for (const form of [{ Name: 'Mine' }, { People: '[]' }])
    expect((await server.send({ url, form })).statusCode).toBe(409);
  expect((await server.send({ method: 'DELETE', url })).statusCode).toBe(409);
  const made = (await server.send({ url: '/v1/Groups', form: { Name: 'Made here' } })).json();
  expect((await provider.send('GET', `/Groups/${made.sid}`)).status).toBe(404);
  expect((await provider.send('DELETE', `/Groups/${made.sid}`)).status).toBe(404);
  expect((await provider.send('POST', '/Groups', { displayName: 'Made here' })).status).toBe(409);
});

it('has only users of the provider as members', async () => {
  const another = await addPusher(server, 'Another');
  const foreign = await another.user('far');
  const { id } = await push();
  for (const member of [foreign, `US${'0'.repeat(32)}`, 'nobody', '']) {
    const add = { op: 'add', path: 'members', value: [value(member)] };
    expect(await provider.patch(`/Groups/${id}`, add)).toMatchObject({
      ...{ status: 400, json: { scimType: 'invalidValue' } },
    });
    const remove = { op: 'remove', path: 'members', value: [value(member)] };
    expect((await provider.patch(`/Groups/${id}`, remove)).status).toBe(204);
  }
  expect((await another.patch(`/Groups/${id}`, { op: 'remove', path: 'members' })).status).toBe(404);
  expect(await membersOf(id)).toEqual([]);
});

it.each([
  ['a path that is none', { op: 'add', path: 'members[', value: [] }, 'invalidPath'],
  ['adding by a selector', { op: 'add', path: 'members[value eq "a"]', value: [] }, 'invalidPath'],
  ['the id', { op: 'replace', path: 'id', value: 'GR1' }, 'mutability'],
  ['no name', { op: 'remove', path: 'displayName' }, 'invalidValue'],
  ['numbers as members', { op: 'add', path: 'members', value: [1] }, 'invalidValue'],
  [
    'more members than fit',
    { op: 'add', path: 'members', value: Array.from({ length: 5_001 }, (_, n) => value(`US${n}`)) },
    'tooMany',
  ],
])('is not changed by %s', async (_, operation, scimType) => {
  const { id, displayName } = await push();
  const renaming = { op: 'replace', path: 'displayName', value: 'Changed' };
  expect(await provider.patch(`/Groups/${id}`, renaming, operation)).toMatchObject({
    ...{ status: 400, json: { scimType } },
  });
  expect((await provider.send('GET', `/Groups/${id}`)).json).toMatchObject({ displayName, members: [] });
});

it('of many people is changed some at a time, with the role for each', async () => {
  const { ctx, account } = server;
  const many = Array.from({ length: 450 }, () => ctx.ids.sid('US'));
  const created_at = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    const rows = many.map((sid) => ({ sid, email: `${sid}@example.org`, name: sid, password_hash: '' }));
    await tx
      .insertInto('people')
      .values(rows.map((row) => ({ ...row, created_at })))
      .execute();
    const users = many.map((person) => ({
      ...{ provider: provider.sid, person, external_id: null, user_name: `${person}@example.org` },
      ...{ email: null, names: '{}', blocked_at: null, created_at, changed_at: created_at },
    }));
    await tx.insertInto('directory_users').values(users).execute();
  });
  const { id } = await push();
  const form = { Memberships: JSON.stringify({ [account.account_sid]: 'viewer' }) };
  await server.send({ url: `/v1/Groups/${id}`, form });
  const memberships = () =>
    ctx.database.read
      .selectFrom('members')
      .select('person')
      .where('person', 'in', many)
      .execute()
      .then((rows) => rows.length);
  await provider.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: many.map(value) });
  expect([(await membersOf(id)).length, await memberships()]).toEqual([450, 450]);
  await provider.send('PUT', `/Groups/${id}`, { displayName: 'Few', members: many.slice(0, 3).map(value) });
  expect([(await membersOf(id)).length, await memberships()]).toEqual([3, 3]);
});
