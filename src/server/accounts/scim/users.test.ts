/** Users over SCIM: the forms that identity providers send, whom they may touch, and what becomes of a person. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dateTime } from '../../platform/http/date-time.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { addLocal, addPusher, openPage, type Pusher, signedInBefore } from './testing/pushing.ts';

let server: TestServer;
let provider: Pusher;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  provider = await addPusher(server);
});
// With all that is theirs.
afterEach(() =>
  server.ctx.database.write(async (tx) => {
    await tx.deleteFrom('identity_providers').execute();
    await tx.deleteFrom('people').execute();
  }),
);

const urn = 'urn:ietf:params:scim:schemas';
const scimError = (status: number, scimType: string | undefined, detail: unknown = expect.any(String)) => ({
  status,
  json: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  },
});
const now = () => dateTime(server.ctx.clock.now());
const read = async (id: string) => (await provider.send('GET', `/Users/${id}`)).json;
const member = async (id: string) => {
  const answer = await server.send({ url: `/v1/Members/${id}` });
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};

/** A group of the provider that gives the role in the account, with these people. */
async function grant(people: readonly string[], role: string): Promise<string> {
  const members = people.map((value) => ({ value }));
  const { json } = await provider.send('POST', '/Groups', { displayName: `Gives ${role}`, members });
  const form = { Memberships: JSON.stringify({ [server.account.account_sid]: role }) };
  expect((await server.send({ url: `/v1/Groups/${json.id}`, form })).statusCode).toBe(200);
  return json.id;
}

describe('the token', () => {
  const tokenUrl = () => `/v1/IdentityProviders/${provider.sid}/ScimToken`;
  const shown = async () => (await server.send({ url: `/v1/IdentityProviders/${provider.sid}` })).json();

  it('is shown once, says when it was used, and ends when it is replaced or removed', async () => {
    expect(provider.token).toMatch(/^scim_[0-9a-f]{64}$/);
    expect(await shown()).toMatchObject({
      scim_url: expect.stringMatching(/\/scim\/v2$/),
      date_scim_token_created: now(),
      date_scim_token_used: null,
    });
    expect((await provider.send('GET', '/Users')).status).toBe(200);
    expect(await shown()).toMatchObject({ date_scim_token_used: now() });
    expect(JSON.stringify(await shown())).not.toContain(provider.token);
    const again = await server.send({ method: 'POST', url: tokenUrl() });
    expect(again.statusCode).toBe(201);
    expect((await provider.send('GET', '/Users')).status).toBe(401);
    const authorization = `Bearer ${again.json().token}`;
    const ask = () => server.send({ url: '/scim/v2/Users', by: null, headers: { authorization } });
    expect((await ask()).statusCode).toBe(200);
    expect((await server.send({ method: 'DELETE', url: tokenUrl() })).statusCode).toBe(204);
    expect((await server.send({ method: 'DELETE', url: tokenUrl() })).statusCode).toBe(404);
    expect((await ask()).statusCode).toBe(401);
  });

  it('belongs to the account, and counts while the provider is on', async () => {
    const foreign = { url: tokenUrl(), by: server.other };
    expect((await server.send({ method: 'POST', ...foreign })).statusCode).toBe(404);
    expect((await server.send({ method: 'DELETE', ...foreign })).statusCode).toBe(404);
    const url = `/v1/IdentityProviders/${provider.sid}`;
    await server.send({ url, form: { Status: 'disabled' } });
    expect((await provider.send('GET', '/Users')).status).toBe(401);
    await server.send({ url, form: { Status: 'active' } });
    expect((await provider.send('GET', '/Users')).status).toBe(200);
  });

  it('is the only way in, and opens nothing else', async () => {
    const get = (url: string, headers: Record<string, string>) => server.send({ url, by: null, headers });
    const nobody = await get('/scim/v2/Users', {});
    expect({ status: nobody.statusCode, json: nobody.json() }).toEqual(scimError(401, undefined));
    expect(nobody.headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(nobody.headers['www-authenticate']).toMatch(/^Bearer/);
    const owner = await server.send({ url: '/scim/v2/Users' });
    expect({ status: owner.statusCode, json: owner.json() }).toEqual(
      scimError(403, undefined, expect.stringContaining('scim.write')),
    );
    const authorization = `Bearer ${provider.token}`;
    for (const url of ['/v1/Members', '/v3/api_keys', '/v2/Flows'])
      expect((await get(url, { authorization })).statusCode).toBe(401);
  });
});

describe('a user', () => {
  it('is made, found by each form of filter, and replaced', async () => {
    const sent = {
      schemas: [`${urn}:core:2.0:User`, `${urn}:extension:enterprise:2.0:User`],
      externalId: 'ext-1',
      userName: 'Ann.Lee@Example.org',
      name: { givenName: 'Ann', familyName: 'Lee' },
      emails: [
        { value: 'other@example.org', type: 'home' },
        { value: 'ann@example.org', type: 'work', primary: true },
      ],
      active: true,
      password: 'never kept',
      title: 'Desk',
      [`${urn}:extension:enterprise:2.0:User`]: { department: 'Desk' },
      groups: [],
    };
    const made = await provider.send('POST', '/Users', sent);
    const { id } = made.json;
    expect(made).toMatchObject({ status: 201, headers: { location: made.json.meta.location } });
    expect(made.json).toEqual({
      schemas: [`${urn}:core:2.0:User`],
      id: expect.stringMatching(/^US/),
      externalId: 'ext-1',
      userName: 'Ann.Lee@Example.org',
      name: { givenName: 'Ann', familyName: 'Lee' },
      emails: [{ value: 'ann@example.org', type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: {
        resourceType: 'User',
        created: now(),
        lastModified: now(),
        location: expect.stringMatching(new RegExp(`/scim/v2/Users/${id}$`)),
      },
    });
    await provider.user('other');
    for (const filter of [
      'userName eq "ann.lee@example.org"',
      'USERNAME Eq "Ann.Lee@example.org"',
      `${urn}:core:2.0:User:userName eq "ann.lee@example.org"`,
      'externalId eq "ext-1"',
      'emails eq "ann@example.org"',
      'emails.value eq "Ann@example.org"',
      'emails[type eq "work"].value eq "ann@example.org"',
      'emails[value eq "ann@example.org"]',
      `id eq "${id}" and active eq true`,
    ]) {
      const { status, json } = await provider.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect({ filter, status, ids: json.Resources?.map((each: { id: string }) => each.id) }).toEqual({
        ...{ filter, status: 200, ids: [id] },
      });
    }
    const none = await provider.send('GET', '/Users?filter=userName%20eq%20%22nobody%40example.org%22');
    expect(none.json).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const put = await provider.send('PUT', `/Users/${id}`, {
      ...{ id, userName: 'ann.lee@example.org', displayName: 'Ann L.' },
    });
    expect(put).toMatchObject({ status: 200, json: { displayName: 'Ann L.', active: true } });
    expect(put.json.externalId).toBeUndefined();
  });

  it('is listed a page at a time', async () => {
    const ids = [await provider.user('a'), await provider.user('b'), await provider.user('c')];
    const page = async (query: string) => (await provider.send('GET', `/Users?${query}`)).json;
    expect(await page('startIndex=2&count=1')).toMatchObject({
      ...{ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ id: ids[1] }] },
    });
    expect(await page('startIndex=0&count=0')).toMatchObject({ totalResults: 3, itemsPerPage: 0 });
    expect(await page('startIndex=9')).toMatchObject({ totalResults: 3, startIndex: 9, Resources: [] });
  });

  it.each([
    ['without a path', { op: 'replace', value: { active: false } }],
    ['with a text', { op: 'Replace', path: 'active', value: 'False' }],
    ['with a URN', { op: 'replace', path: `${urn}:core:2.0:User:active`, value: false }],
    ['in a list', { op: 'Add', path: 'active', value: [{ $ref: null, value: 'False' }] }],
    ['with the id', { op: 'replace', value: { id: 'US1', active: 'false' } }],
  ])('is made inactive %s, and active again', async (_, operation) => {
    const id = await provider.user('ann');
    expect(await provider.patch(`/Users/${id}`, operation)).toMatchObject({
      status: 200,
      json: { id, active: false },
    });
    const back = await provider.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(back.json.active).toBe(true);
  });

  it('takes each form of a change, and lets pass what is not kept', async () => {
    const id = await provider.user('ann', { externalId: 'one' });
    const changed = await provider.patch(
      `/Users/${id}`,
      { op: 'Add', path: 'name.givenName', value: 'Ann' },
      { op: 'Add', value: { 'name.familyName': 'Lee', externalId: 'two' } },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'Mail@example.org' },
      { op: 'replace', path: 'displayName', value: [{ $ref: null, value: 'Ann Lee' }] },
      { op: 'Add', path: `${urn}:extension:enterprise:2.0:User:department`, value: 'Desk' },
      { op: 'Remove', path: 'phoneNumbers[type eq "work"].value' },
      { op: 'replace', value: { name: { formatted: 'Ann B. Lee' }, title: 'Lead' } },
    );
    expect(changed.json).toMatchObject({
      externalId: 'two',
      displayName: 'Ann Lee',
      name: { givenName: 'Ann', familyName: 'Lee', formatted: 'Ann B. Lee' },
      emails: [{ value: 'mail@example.org' }],
    });
    const removed = await provider.patch(
      `/Users/${id}`,
      { op: 'remove', path: 'externalId' },
      { op: 'remove', path: 'name' },
      { op: 'replace', path: 'userName', value: 'ann.lee@example.org' },
    );
    expect(removed.json).toMatchObject({ userName: 'ann.lee@example.org', displayName: 'Ann Lee' });
    expect([removed.json.name, removed.json.externalId]).toEqual([undefined, undefined]);
    await grant([id], 'viewer');
    expect(await member(id)).toMatchObject({ name: 'Ann Lee', email: 'ann.lee@example.org' });
  });

  it.each([
    ['an unknown op', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    ['no value to set', { op: 'replace', value: 'inactive' }, 'invalidSyntax'],
    ['a path that is none', { op: 'replace', path: 'active or', value: true }, 'invalidPath'],
    ['the id', { op: 'replace', path: 'id', value: 'US1' }, 'mutability'],
    ['removing userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['userName without @', { op: 'replace', path: 'userName', value: 'ann' }, 'invalidValue'],
    ['active as a word', { op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    ['a long name', { op: 'replace', path: 'displayName', value: 'x'.repeat(101) }, 'invalidValue'],
    ['U+0000', { op: 'replace', path: 'displayName', value: 'a\u0000b' }, 'invalidValue'],
    ['an object as a text', { op: 'add', path: 'externalId', value: { a: 1 } }, 'invalidValue'],
  ])('is not changed by %s', async (_, operation, scimType) => {
    const id = await provider.user('ann');
    const before = await read(id);
    const first = { op: 'replace', path: 'displayName', value: 'Changed' };
    expect(await provider.patch(`/Users/${id}`, first, operation)).toMatchObject(scimError(400, scimType));
    expect(await read(id)).toEqual(before);
  });

  it('has an address once', async () => {
    const id = await provider.user('ann');
    await provider.user('bob');
    const again = await provider.send('POST', '/Users', { userName: 'ANN@example.org' });
    expect(again).toMatchObject(scimError(409, 'uniqueness'));
    const taken = { op: 'replace', path: 'userName', value: 'bob@example.org' };
    expect(await provider.patch(`/Users/${id}`, taken)).toMatchObject(scimError(409, 'uniqueness'));
  });
});

describe('an inactive user', () => {
  it('loses the page at once, gets nothing meanwhile, and everything back', async () => {
    const id = await provider.user('ann');
    await grant([id], 'author');
    const page = await openPage(server, id);
    expect(await page()).toBe('author');
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect(await page()).toBe(401);
    expect(await member(id)).toMatchObject({ role: 'author', status: 'blocked' });
    await grant([id], 'publisher');
    expect(await member(id)).toMatchObject({ role: 'publisher', status: 'blocked' });
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await member(id)).toMatchObject({ role: 'publisher', status: 'active' });
    expect(await page()).toBe(401);
  });

  it('is blocked from the beginning, whatever gives a role later', async () => {
    const id = await provider.user('ann', { active: false });
    await grant([id], 'author');
    expect(await member(id)).toMatchObject({ role: 'author', status: 'blocked' });
  });

  it('stays blocked where somebody here has blocked them', async () => {
    const id = await provider.user('ann');
    await grant([id], 'author');
    await server.send({ url: `/v1/Members/${id}`, form: { Status: 'blocked' } });
    server.advanceClock(1_000);
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await member(id)).toMatchObject({ status: 'blocked' });
  });

  it('is no member any more when nothing gives it while they come back', async () => {
    const id = await provider.user('ann');
    const group = await grant([id], 'author');
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    await provider.send('DELETE', `/Groups/${group}`);
    expect(await member(id)).toMatchObject({ status: 'blocked' });
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    expect(await member(id)).toBe(404);
  });
});

describe('who is here in another way', () => {
  const push = (userName: string) => provider.send('POST', '/Users', { userName });

  it('is not touched by an address alone', async () => {
    const local = await addLocal(server, 'local@example.org', 'viewer');
    expect(await push('local@example.org')).toMatchObject(
      scimError(409, 'uniqueness', expect.stringContaining('sign in by this provider once')),
    );
    expect((await provider.send('GET', `/Users/${local}`)).status).toBe(404);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await provider.send(method, `/Users/${local}`, { userName: 'local@example.org' })).status).toBe(
        404,
      );
    const blocking = { op: 'replace', value: { active: false } };
    expect((await provider.patch(`/Users/${local}`, blocking)).status).toBe(404);
    expect(await member(local)).toMatchObject({ status: 'active', role: 'viewer' });
  });

  it('is bound once the provider has signed them in, and keeps name and address', async () => {
    const local = await addLocal(server, 'local@example.org', 'viewer');
    await signedInBefore(server, provider.sid, local);
    const bound = await provider.send('POST', '/Users', {
      ...{ userName: 'local@example.org', displayName: 'Another name' },
    });
    expect(bound).toMatchObject({ status: 201, json: { id: local } });
    expect(await member(local)).toMatchObject({ name: 'local@example.org' });
    const renaming = { op: 'replace', value: { userName: 'attacker@example.org' } };
    expect(await provider.patch(`/Users/${local}`, renaming)).toMatchObject(scimError(400, 'mutability'));
    await provider.patch(`/Users/${local}`, { op: 'replace', value: { displayName: 'Attacker' } });
    expect(await member(local)).toMatchObject({ name: 'local@example.org', email: 'local@example.org' });
    await provider.patch(`/Users/${local}`, { op: 'replace', value: { active: false } });
    expect(await member(local)).toMatchObject({ status: 'blocked' });
    // What was given here is not given back by removing the user.
    expect((await provider.send('DELETE', `/Users/${local}`)).status).toBe(204);
    expect(await member(local)).toMatchObject({ status: 'blocked', role: 'viewer' });
    expect((await push('local@example.org')).status).toBe(409);
  });

  it('is never bound as an owner, nor as a member of other accounts', async () => {
    const owner = await addLocal(server, 'owner@example.org', 'owner');
    await signedInBefore(server, provider.sid, owner);
    expect((await push('owner@example.org')).status).toBe(409);
    const both = await addLocal(server, 'both@example.org', 'viewer');
    await signedInBefore(server, provider.sid, both);
    const elsewhere = { account: server.other.account_sid, person: both, role: 'viewer' as const };
    await server.ctx.database.write((tx) =>
      tx
        .insertInto('members')
        .values({ ...elsewhere, created_at: 1, blocked_at: null, seen_at: null })
        .execute(),
    );
    expect((await push('both@example.org')).status).toBe(409);
  });

  it('is not renamed once they have a password, or another provider', async () => {
    const id = await provider.user('ann');
    await server.ctx.database.write((tx) =>
      tx.updateTable('people').set({ password_hash: 'set' }).where('sid', '=', id).execute(),
    );
    const renaming = { op: 'replace', value: { userName: 'new@example.org', displayName: 'New' } };
    expect(await provider.patch(`/Users/${id}`, renaming)).toMatchObject(scimError(400, 'mutability'));
    const second = await provider.user('bob');
    const another = await addPusher(server, 'Another');
    expect((await another.send('POST', '/Users', { userName: 'bob@example.org' })).status).toBe(201);
    expect(await provider.patch(`/Users/${second}`, renaming)).toMatchObject(scimError(400, 'mutability'));
  });
});

describe('the last owner', () => {
  it('is neither blocked nor removed', async () => {
    const id = await provider.user('ann');
    const group = await grant([id], 'owner');
    const page = await openPage(server, id);
    const refused = scimError(409, undefined, expect.stringContaining('only owner'));
    const inactive = { op: 'replace', value: { active: false } };
    expect(await provider.patch(`/Users/${id}`, inactive)).toMatchObject(refused);
    expect(await provider.send('DELETE', `/Users/${id}`)).toMatchObject(refused);
    expect(await provider.send('DELETE', `/Groups/${group}`)).toMatchObject(refused);
    const leaving = { op: 'remove', path: `members[value eq "${id}"]` };
    expect(await provider.patch(`/Groups/${group}`, leaving)).toMatchObject(refused);
    expect(await page()).toBe('owner');
    expect(await read(id)).toMatchObject({ active: true, groups: [{ value: group }] });
    await addLocal(server, 'second@example.org', 'owner');
    expect((await provider.patch(`/Users/${id}`, inactive)).status).toBe(200);
    expect(await page()).toBe(401);
  });
});

describe('a user who is removed', () => {
  it('loses what the provider gave, and can be pushed again', async () => {
    const id = await provider.user('ann');
    await grant([id], 'author');
    await signedInBefore(server, provider.sid, id);
    const page = await openPage(server, id);
    expect((await provider.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await page()).toBe(401);
    expect(await member(id)).toBe(404);
    expect((await provider.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect(await provider.user('ann')).toBe(id);
    expect(await read(id)).toMatchObject({ active: true, groups: [] });
  });

  it('is gone with an earlier block of the provider', async () => {
    const id = await provider.user('ann');
    await grant([id], 'author');
    await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    await provider.send('DELETE', `/Users/${id}`);
    expect(await member(id)).toBe(404);
  });

  it('goes with the provider, and what it gave', async () => {
    const id = await provider.user('ann');
    const group = await grant([id], 'author');
    const removal = { method: 'DELETE' as const, url: `/v1/IdentityProviders/${provider.sid}` };
    expect((await server.send(removal)).statusCode).toBe(204);
    expect(await member(id)).toBe(404);
    expect((await server.send({ url: `/v1/Groups/${group}` })).statusCode).toBe(404);
  });
});

it('sees nothing of another provider, in the same account or another', async () => {
  const id = await provider.user('ann');
  for (const foreign of [await addPusher(server, 'Another'), await addPusher(server, 'Far', server.other)]) {
    expect((await foreign.send('GET', '/Users')).json.totalResults).toBe(0);
    expect((await foreign.send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await foreign.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await foreign.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(
      404,
    );
  }
  expect(await read(id)).toMatchObject({ active: true });
});

describe('what is sent to harm', () => {
  it.each([
    ['10 kB', `userName eq "${'x'.repeat(10_000)}"`],
    ['nested', `${'('.repeat(400)}userName eq "a"${')'.repeat(400)}`],
    ['many terms', Array(6).fill('id eq "a"').join(' and ')],
    ['or', 'userName eq "a" or userName eq "b"'],
    ['another operator', 'userName co "a"'],
    ['an attribute that is not kept', 'password eq "a"'],
    ['of prototypes', '__proto__ eq "a"'],
    ['constructor', 'constructor eq "a"'],
    ['U+0000', 'userName eq "a\\u0000"'],
    ['the same twice', 'id eq "a" and id eq "b"'],
    ['an open text', 'userName eq "a'],
    ['quotes', `externalId eq "' or 1=1 --" garbage`],
    ['nothing', ' '],
  ])('as a filter (%s) is refused', async (_, filter) => {
    for (const list of ['/Users', '/Groups']) {
      const answer = await provider.send('GET', `${list}?filter=${encodeURIComponent(filter)}`);
      expect(answer).toMatchObject(scimError(400, 'invalidFilter'));
    }
  });

  it('as a path ends as not found', async () => {
    const id = await provider.user('ann');
    for (const path of [
      ...['', '/', '/Me', '/Bulk', `/Users/${id}/active`, `/Users/${id}%00`, '/Users/..%2fGroups'],
      ...['/Users/GR00000000000000000000000000000000', `/Groups/${id}`, '/Users/..;/x'],
    ]) {
      const answer = await provider.send('GET', path);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
    expect(await provider.send('GET', '/Users/%zz')).toMatchObject(scimError(400, 'invalidSyntax'));
    const other = await provider.send('PUT', '/Users', {});
    expect(other).toMatchObject({ ...scimError(405, undefined), headers: { allow: 'POST, GET, HEAD' } });
  });

  it('as a body is refused', async () => {
    const id = await provider.user('ann');
    const many = Array(10_000).fill({ op: 'replace', path: 'active', value: true });
    expect(await provider.patch(`/Users/${id}`, ...many)).toMatchObject(scimError(400, 'invalidSyntax'));
    expect(await provider.patch(`/Users/${id}`)).toMatchObject(scimError(400, 'invalidSyntax'));
    for (const body of ['{', '[]', '"a"', '{"userName":1}', '{"userName":"a@b.c","active":[]}', ''])
      expect(await provider.send('POST', '/Users', body)).toMatchObject({ status: 400 });
    const polluting = '{"userName":"eve@example.org","__proto__":{"active":false},"constructor":{"x":1}}';
    expect(await provider.send('POST', '/Users', polluting)).toMatchObject({
      ...{ status: 201, json: { active: true } },
    });
    expect((await provider.send('POST', '/Users', `"${'x'.repeat(3_000_000)}"`)).status).toBe(413);
    const deep = `{"userName":"a@b.example","x":${'['.repeat(200)}${']'.repeat(200)}}`;
    expect((await provider.send('POST', '/Users', deep)).status).toBe(400);
  });

  it('too often is slowed down, by provider', async () => {
    const { ctx } = server;
    const { limiterOf } = await import('./http/operation-route.ts');
    limiterOf(ctx).take([[provider.sid, { count: 3_000, windowMs: 60_000 }]], 3_000, ctx.clock.now());
    const refused = await provider.send('GET', '/Users');
    expect(refused).toMatchObject({
      ...scimError(429, undefined),
      headers: { 'retry-after': expect.stringMatching(/^[1-9]/) },
    });
    const another = await addPusher(server, 'Another');
    expect((await another.send('GET', '/Users')).status).toBe(200);
    server.advanceClock(60_000);
    expect((await provider.send('GET', '/Users')).status).toBe(200);
  });
});

it('describes itself', async () => {
  const { status, json } = await provider.send('GET', '/ServiceProviderConfig');
  expect({ status, json }).toMatchObject({
    ...{ status: 200, json: { patch: { supported: true }, filter: { supported: true, maxResults: 200 } } },
  });
  expect((await provider.send('GET', '/ResourceTypes')).json.Resources).toMatchObject([
    ...[
      { id: 'User', endpoint: '/Users' },
      { id: 'Group', endpoint: '/Groups' },
    ],
  ]);
  const described = (await provider.send('GET', '/Schemas')).json.Resources;
  expect(described.map(({ id }: { id: string }) => id)).toEqual([
    ...[`${urn}:core:2.0:User`, `${urn}:core:2.0:Group`],
  ]);
  // Each at the place that it names.
  const types = (await provider.send('GET', '/ResourceTypes')).json.Resources;
  for (const each of [...types, ...described]) {
    const { pathname } = new URL(each.meta.location);
    expect(await provider.send('GET', pathname.slice('/scim/v2'.length))).toMatchObject({
      ...{ status: 200, json: each },
    });
  }
  for (const path of ['/ResourceTypes/user', '/ResourceTypes/Device', `/Schemas/${urn}:core:2.0:Device`])
    expect(await provider.send('GET', path)).toMatchObject({ status: 404, json: { status: '404' } });
});

it('is in the audit log, with the provider as who did it', async () => {
  const id = await provider.user('ann', { displayName: 'Ann' });
  await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
  await provider.patch(`/Users/${id}`, { op: 'replace', value: { active: 'maybe' } });
  await provider.send('DELETE', `/Users/${id}`);
  const { events } = (
    await server.send({ url: `/v1/AuditEvents?Object=directory_user&ObjectSid=${id}` })
  ).json();
  const by = { by: 'rule', actor_sid: provider.sid, actor_name: 'Directory', object_sid: id };
  expect(events).toMatchObject([
    { ...by, operation: 'DeleteScimUser', object_name: 'Ann' },
    {
      ...{ ...by, operation: 'PatchScimUser' },
      changes: [{ field: 'Status', before: 'active', after: 'blocked' }],
    },
    { ...by, operation: 'CreateScimUser', object_name: 'Ann' },
  ]);
});
