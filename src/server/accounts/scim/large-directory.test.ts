/**
 * A directory of thousands: a page has as many rows as fit with what belongs to them, a change looks at those alone whom it names, and what
 * is much is done in short transactions that go on after an interruption.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#api/people/roles.ts';
import { scimUrns } from '#api/scim/schemas.ts';
import { maxItemsOfPage } from '../../platform/database/keyset-pagination.ts';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { openTestServer, type TestServer } from '../../testing/server.ts';
import { deleteProvider } from '../identity-providers/providers-service.ts';
import { grantsAtOnce, handleGrantsJob } from '../people/grants-of-sources.ts';
import { createGroup, deleteGroup, patchGroupOf, replaceGroup } from './groups-service.ts';
import { countedDatabase } from './testing/counted-database.ts';
import { addPusher, type Pusher } from './testing/pushing.ts';
import { deleteUser, patchUserOf, type ScimCaller } from './users-service.ts';

let server: TestServer;
let provider: Pusher;
let caller: ScimCaller;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  await server.freshAccounts();
  provider = await addPusher(server);
  caller = {
    ...{ account: server.account.account_sid, user: null, role: 'viewer' },
    provider: { sid: provider.sid, name: 'Directory' },
  };
});
afterAll(() => server.close());

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => prefix + n.toString(16).padStart(32, '0'));
const partsOfRows = <Row>(rows: readonly Row[]) =>
  Array.from({ length: Math.ceil(rows.length / 1_000) }, (_, n) => rows.slice(n * 1_000, (n + 1) * 1_000));

async function insert<Row extends object>(
  table:
    | 'people'
    | 'directory_users'
    | 'people_groups'
    | 'group_people'
    | 'group_memberships'
    | 'members'
    | 'member_grants'
    | 'accounts',
  rows: readonly Row[],
): Promise<void> {
  await server.ctx.database.write(async (tx) => {
    for (const part of partsOfRows(rows))
      await tx
        .insertInto(table)
        .values(part as never)
        .execute();
  });
}

/** So many people whom the provider has pushed. */
async function addPeople(count: number): Promise<string[]> {
  const people = numbered('US', count);
  const email = (sid: string) => `${sid.toLowerCase()}@example.org`;
  await insert(
    'people',
    people.map((sid) => ({ sid, email: email(sid), name: sid, password_hash: '', created_at: 0 })),
  );
  const kept = {
    external_id: null,
    email: null,
    names: '{}',
    blocked_at: null,
    created_at: 0,
    changed_at: 0,
  };
  await insert(
    'directory_users',
    people.map((person) => ({ provider: provider.sid, person, user_name: email(person), ...kept })),
  );
  return people;
}

/** Pushed groups with these people. */
async function addGroups(members: readonly (readonly string[])[]): Promise<string[]> {
  const groups = numbered('GR', members.length);
  const account = server.account.account_sid;
  await insert(
    'people_groups',
    groups.map((sid) => ({
      sid,
      account,
      name: sid,
      created_at: 0,
      provider: provider.sid,
      external_id: null,
    })),
  );
  await insert(
    'group_people',
    groups.flatMap((group_sid, at) => (members[at] ?? []).map((person) => ({ group_sid, person }))),
  );
  return groups;
}

/** Makes a person a member of these accounts by these groups. */
async function grant(person: string, role: Role, grants: readonly { account: string; source: string }[]) {
  const accounts = [...new Set(grants.map(({ account }) => account))];
  await insert(
    'members',
    accounts.map((account) => ({ account, person, role, created_at: 0, blocked_at: null, seen_at: null })),
  );
  await insert(
    'member_grants',
    grants.map((each) => ({ ...each, person, role })),
  );
}

let accountsBelow = 0;

async function addAccountsBelow(count: number): Promise<string[]> {
  // Accounts stay from test to test.
  const accounts = numbered('AC', accountsBelow + count).slice(accountsBelow);
  accountsBelow += count;
  const parent = server.account.account_sid;
  await insert(
    'accounts',
    accounts.map((sid) => ({
      sid,
      name: sid,
      parent,
      user: sid.replace('AC', 'US'),
      token_hash: sid,
      created_at: 0,
    })),
  );
  return accounts;
}

type Page = { startIndex: number; itemsPerPage: number; totalResults: number; Resources: { id: string }[] };

/** Every page of a list, as a client walks it. */
async function walk(path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let startIndex = 1; ; ) {
    const { json } = await provider.send('GET', `${path}?startIndex=${startIndex}&count=200`);
    pages.push(json);
    startIndex += json.itemsPerPage;
    if (json.itemsPerPage === 0 || startIndex > json.totalResults) return pages;
  }
}

/** Every page of a list of the API: forwards by `next`, and from the end of that backwards. */
async function walkBothWays<Item>(
  url: string,
  key: string,
): Promise<{ forwards: Item[][]; backwards: Item[][] }> {
  const follow = async (from: string, link: 'next_page_url' | 'previous_page_url') => {
    const pages: Item[][] = [];
    let last = from;
    for (let next: string | null = from; next !== null; ) {
      const body: { meta: Record<string, string | null> } & Record<string, unknown> = (
        await server.send({ url: next })
      ).json();
      const { meta } = body;
      const items = body[key] as Item[];
      pages.push(items);
      last = next;
      next = meta[link]?.replace(/^https?:\/\/[^/]+/, '') ?? null;
    }
    return { pages, last };
  };
  const { pages, last } = await follow(url, 'next_page_url');
  const back = await follow(last, 'previous_page_url');
  return { forwards: pages, backwards: back.pages.reverse() };
}

const patchOf = (...Operations: object[]) => ({
  schemas: [scimUrns.patch],
  Operations: Operations as { op: string }[],
});
const peopleIn = async (group_sid: string) => {
  const rows = await server.ctx.database.read
    .selectFrom('group_people')
    .select('person')
    .where('group_sid', '=', group_sid)
    .orderBy('person')
    .execute();
  return rows.map(({ person }) => person);
};
const countOf = async (table: 'members' | 'member_grants', person: string) => {
  const rows = await server.ctx.database.read
    .selectFrom(table)
    .select('account')
    .where('person', '=', person)
    .execute();
  return rows.length;
};

describe('a page', () => {
  it('of groups has 5,000 members, or one group, and a client that walks sees all of them', async () => {
    const people = await addPeople(3_000);
    const few = people.slice(0, 10);
    const members = [people, people, few, [], people.slice(0, 2_000), people.slice(0, 2_990), few];
    const groups = await addGroups(members);
    const pages = await walk('/Groups');
    const found = pages.flatMap(
      ({ Resources }) => Resources as { id: string; members: { value: string }[] }[],
    );
    expect(found.map(({ id }) => id)).toEqual(groups);
    expect(found.map((each) => each.members.map(({ value }) => value))).toEqual(members);
    for (const { Resources, itemsPerPage } of pages) {
      const all = (Resources as { id: string; members: unknown[] }[]).flatMap((each) => each.members);
      expect(itemsPerPage === 1 || all.length <= maxItemsOfPage).toBe(true);
    }
    expect(pages.map(({ itemsPerPage }) => itemsPerPage)).toEqual([1, 3, 3]);
    const bare = await provider.send('GET', '/Groups?excludedAttributes=members');
    expect(bare.json.itemsPerPage).toBe(7);
  });

  it('of the groups of a member is as bounded', async () => {
    const people = await addPeople(3_000);
    await addGroups([people, people, [], people]);
    const filter = encodeURIComponent(`members[value eq "${people[7]}"]`);
    const { json } = await provider.send('GET', `/Groups?filter=${filter}`);
    expect([json.totalResults, json.itemsPerPage, json.Resources[0].members.length]).toEqual([3, 1, 3_000]);
    const next = await provider.send('GET', `/Groups?filter=${filter}&startIndex=3`);
    expect(next.json.Resources.map(({ id }: { id: string }) => id)).toEqual([numbered('GR', 4)[3]]);
  });

  it('of users has 5,000 groups, or one user', async () => {
    const people = await addPeople(9);
    const busy = people.slice(0, 7);
    const groups = await addGroups(
      Array.from({ length: 900 }, (_, n) => (n % 2 === 0 ? busy : [...busy, ...people.slice(8)])),
    );
    const pages = await walk('/Users');
    const found = pages.flatMap(
      ({ Resources }) => Resources as { id: string; groups: { value: string }[] }[],
    );
    expect(found.map(({ id, groups: { length } }) => [id, length])).toEqual(
      people.map((id, at) => [id, at < 7 ? 900 : at === 7 ? 0 : 450]),
    );
    expect(found[0]?.groups.map(({ value }) => value)).toEqual(groups);
    expect(pages.map(({ itemsPerPage }) => itemsPerPage)).toEqual([5, 4]);
  });

  it('of users has only the groups of the provider, however many others there are', async () => {
    const [person = ''] = await addPeople(1);
    const another = await addPusher(server, 'Another');
    const groups = await addGroups(Array.from({ length: maxItemsOfPage + 10 }, () => [person]));
    await server.ctx.database.write((tx) =>
      tx
        .updateTable('people_groups')
        .set({ provider: another.sid })
        .where('sid', '<', String(groups.at(-1)))
        .execute(),
    );
    const { json } = await provider.send('GET', '/Users');
    expect(json.Resources.map((each: { groups: object[] }) => each.groups)).toEqual([
      [{ value: groups.at(-1), display: groups.at(-1) }],
    ]);
  });

  it('of the groups of the account is as bounded, forwards and backwards', async () => {
    const people = await addPeople(3_000);
    const members = [people, people.slice(0, 10), people, people, [], people.slice(0, 1_990)];
    const groups = await addGroups(members);
    type Item = { sid: string; people: string[] };
    const { forwards, backwards } = await walkBothWays<Item>('/v1/Groups?PageSize=1000', 'groups');
    const expected = groups.map((sid, at) => [sid, members[at]]).reverse();
    for (const pages of [forwards, backwards]) {
      expect(pages.flat().map((each) => [each.sid, each.people])).toEqual(expected);
      for (const page of pages)
        expect(page.length === 1 || page.flatMap((each) => each.people).length <= maxItemsOfPage).toBe(true);
    }
    expect(forwards.map(({ length }) => length)).toEqual([3, 2, 1]);
  });

  it('of groups has 5,000 memberships', async () => {
    const accounts = await addAccountsBelow(100);
    const groups = await addGroups(Array.from({ length: 60 }, () => []));
    await insert(
      'group_memberships',
      groups.flatMap((group_sid) => accounts.map((account) => ({ group_sid, account, role: 'viewer' }))),
    );
    type Item = { sid: string; memberships: object[] };
    const { forwards, backwards } = await walkBothWays<Item>('/v1/Groups?PageSize=1000', 'groups');
    for (const pages of [forwards, backwards])
      expect(pages.flat().map((each) => [each.sid, each.memberships.length])).toEqual(
        groups.map((sid) => [sid, 100]).reverse(),
      );
    expect(forwards.map(({ length }) => length)).toEqual([50, 10]);
  });

  it('of members has 5,000 of where their memberships come from', async () => {
    const people = await addPeople(80);
    const groups = await addGroups(Array.from({ length: 100 }, () => []));
    const account = server.account.account_sid;
    const [below = ''] = await addAccountsBelow(1);
    for (const [at, person] of people.entries())
      await grant(person, 'viewer', [
        ...groups.slice(0, at < 70 ? 100 : 1).map((source) => ({ account, source })),
        ...(at === 3 ? [{ account: below, source: String(groups[5]) }] : []),
      ]);
    type Item = { sid: string; comes_from: { sid: string }[]; roles_below: object[] };
    const { forwards, backwards } = await walkBothWays<Item>('/v1/Members?PageSize=1000', 'members');
    for (const pages of [forwards, backwards]) {
      expect(pages.flat().map(({ sid, comes_from }) => [sid, comes_from.length])).toEqual(
        people.map((sid, at) => [sid, at < 70 ? 100 : 1]).reverse(),
      );
      expect(pages.flat().flatMap(({ sid, roles_below }) => (roles_below.length > 0 ? [sid] : []))).toEqual([
        people[3],
      ]);
    }
    expect(forwards.map(({ length }) => length)).toEqual([59, 21]);
  });
});

describe('a change of a group', () => {
  it('looks at those alone who are named', async () => {
    const people = await addPeople(3_000);
    const [group = ''] = await addGroups([people.slice(0, 2_999)]);
    const last = String(people.at(-1));
    for (const [operation, members] of [
      [{ op: 'add', path: 'members', value: [{ value: last }] }, 3_000],
      [{ op: 'remove', path: `members[value eq "${people[1]}"]` }, 2_999],
      [{ op: 'remove', path: 'members', value: [{ value: people[1] }, { value: last }] }, 2_998],
      [{ op: 'replace', path: 'displayName', value: 'Named' }, 2_998],
    ] as const) {
      const { ctx, rows } = countedDatabase(server.ctx);
      await patchGroupOf(ctx, caller, group, patchOf(operation));
      expect(rows()).toBeLessThan(30);
      expect((await peopleIn(group)).length).toBe(members);
    }
    const before = await peopleIn(group);
    const sent = await provider.patch(`/Groups/${group}`, {
      op: 'add',
      path: 'members',
      value: [{ value: last }],
    });
    expect([sent.status, sent.json]).toEqual([204, null]);
    expect(await peopleIn(group)).toEqual([...before, last].sort());
  });

  it('shows what is asked for by attributes', async () => {
    const people = await addPeople(3);
    const [group = ''] = await addGroups([people]);
    const remove = { op: 'remove', path: `members[value eq "${people[0]}"]` };
    const bare = await provider.patch(`/Groups/${group}?attributes=displayName`, remove);
    expect(bare).toMatchObject({ status: 200, json: { id: group, displayName: group } });
    expect(bare.json.members).toBeUndefined();
    const full = await provider.patch(`/Groups/${group}?attributes=members`, remove);
    expect([full.status, full.json.members.length]).toEqual([200, 2]);
    expect((await provider.patch(`/Groups/${group}?excludedAttributes=members`, remove)).status).toBe(204);
  });

  it.each([
    [
      'add and remove',
      [
        ['add', [0, 1]],
        ['remove', [1]],
      ],
      [0, 5, 6],
    ],
    [
      'remove and add',
      [
        ['remove', [5]],
        ['add', [5]],
      ],
      [5, 6],
    ],
    [
      'replace, and add',
      [
        ['replace', [0]],
        ['add', [6]],
      ],
      [0, 6],
    ],
    [
      'add, and replace',
      [
        ['add', [0]],
        ['replace', [5]],
      ],
      [5],
    ],
    [
      'replace, and remove',
      [
        ['replace', [0, 1, 6]],
        ['remove', [1]],
      ],
      [0, 6],
    ],
    [
      'remove all, and add',
      [
        ['remove', null],
        ['add', [1]],
      ],
      [1],
    ],
  ] as const)('counts the last that was said of somebody: %s', async (_, operations, expected) => {
    const people = await addPeople(7);
    const [group = ''] = await addGroups([people.slice(5)]);
    const value = (all: readonly number[]) => all.map((at) => ({ value: people[at] }));
    const sent = operations.map(([op, all]) => ({
      op,
      path: 'members',
      ...(all !== null && { value: value(all) }),
    }));
    expect((await provider.patch(`/Groups/${group}`, ...sent)).status).toBe(204);
    expect(await peopleIn(group)).toEqual(expected.map((at) => people[at]));
  });

  it('never makes it larger than it may be, whatever is in it', async () => {
    const people = await addPeople(5_001);
    const [group = ''] = await addGroups([people.slice(0, 4_999)]);
    const add = (...all: (string | undefined)[]) =>
      provider.patch(`/Groups/${group}`, {
        op: 'add',
        path: 'members',
        value: all.map((value) => ({ value })),
      });
    expect(await add(people[4_999], people[5_000])).toMatchObject({
      status: 400,
      json: { scimType: 'tooMany' },
    });
    expect((await peopleIn(group)).length).toBe(4_999);
    expect((await add(people[4_999], people[3])).status).toBe(204);
    expect((await add(people[5_000])).status).toBe(400);
    const swap = [
      { op: 'remove', path: `members[value eq "${people[0]}"]` },
      { op: 'add', path: 'members', value: [{ value: people[5_000] }] },
    ];
    expect((await provider.patch(`/Groups/${group}`, ...swap)).status).toBe(204);
    expect(await peopleIn(group)).toEqual(people.slice(1));
  });

  it('names no one who cannot be one', async () => {
    const [group = ''] = await addGroups([[]]);
    for (const value of ['x\0y', '', 'US1', `US${'f'.repeat(32)}`]) {
      const of = (op: string) =>
        provider.patch(`/Groups/${group}`, { op, path: 'members', value: [{ value }] });
      expect((await of('add')).status).toBe(400);
      expect((await of('remove')).status).toBe(204);
    }
  });

  it('is done in short transactions, of all of its members as well', async () => {
    const people = await addPeople(2_500);
    const attributes = { displayName: 'All', externalId: null, members: new Set(people) };
    const made = countedDatabase(server.ctx);
    const { sid } = await createGroup(made.ctx, caller, attributes);
    const emptied = countedDatabase(server.ctx);
    await replaceGroup(emptied.ctx, caller, sid, { ...attributes, members: new Set() });
    expect(await peopleIn(sid)).toEqual([]);
    const filled = countedDatabase(server.ctx);
    await replaceGroup(filled.ctx, caller, sid, attributes);
    expect(await peopleIn(sid)).toEqual(people);
    const same = countedDatabase(server.ctx);
    await replaceGroup(same.ctx, caller, sid, attributes);
    const deleted = countedDatabase(server.ctx);
    await deleteGroup(deleted.ctx, caller, sid);
    for (const { counts } of [made, emptied, filled, same, deleted])
      expect(Math.max(...counts)).toBeLessThan(12);
    expect([made, emptied, filled, same, deleted].map(({ counts }) => counts.length)).toEqual([
      3, 4, 4, 1, 4,
    ]);
  });

  it('that was interrupted goes on when it is sent again', async () => {
    const people = await addPeople(2_500);
    const [group = ''] = await addGroups([people.slice(0, 1_200)]);
    const wanted = { displayName: 'Others', externalId: null, members: new Set(people.slice(1_100)) };
    for (const allowed of [1, 2, 3]) {
      const { ctx } = countedDatabase(server.ctx, allowed);
      await expect(replaceGroup(ctx, caller, group, wanted)).rejects.toThrow('killed');
    }
    await replaceGroup(server.ctx, caller, group, wanted);
    expect(await peopleIn(group)).toEqual(people.slice(1_100));
  });
});

describe('a user with many memberships', () => {
  const accountsOfGroup = 20;
  let person: string;
  let accounts: string[];
  let groups: string[];

  beforeEach(async () => {
    const [first = '', other = ''] = await addPeople(2);
    person = first;
    accounts = await addAccountsBelow(60);
    groups = await addGroups([0, 1, 2].map(() => [first, other]));
    const grants = accounts.map((account, at) => ({
      account,
      source: String(groups[Math.floor(at / accountsOfGroup)]),
    }));
    await insert(
      'group_memberships',
      grants.map(({ account, source: group_sid }) => ({ account, group_sid, role: 'viewer' })),
    );
    await grant(person, 'viewer', grants);
  });

  const maxStatements = 20 + 12 * grantsAtOnce;
  const active = (value: boolean) => patchOf({ op: 'replace', path: 'active', value });

  it('is deleted in short transactions, and the rest after an interruption', async () => {
    const killed = countedDatabase(server.ctx, 2);
    await expect(deleteUser(killed.ctx, caller, person)).rejects.toThrow('killed');
    expect(await countOf('members', person)).toBe(20);
    expect((await provider.send('GET', `/Users/${person}`)).json.groups).toHaveLength(1);
    const counted = countedDatabase(server.ctx);
    await deleteUser(counted.ctx, caller, person);
    for (const { counts } of [killed, counted]) expect(Math.max(...counts)).toBeLessThan(maxStatements);
    expect([await countOf('members', person), await countOf('member_grants', person)]).toEqual([0, 0]);
    expect((await provider.send('GET', `/Users/${person}`)).status).toBe(404);
    for (const group of groups) expect(await peopleIn(group)).toEqual([numbered('US', 2)[1]]);
  });

  it('is blocked and unblocked everywhere at once, by few statements', async () => {
    const direct = { account: String(accounts[5]), person, source: 'direct', role: 'author' };
    await insert('member_grants', [direct]);
    const states = async () => {
      const rows = await server.ctx.database.read
        .selectFrom('members')
        .select(['role', 'blocked_at'])
        .where('person', '=', person)
        .execute();
      return rows.map(({ role, blocked_at }) => `${role} ${blocked_at === null}`).sort();
    };
    for (const [isActive, expected] of [
      [false, Array.from({ length: 60 }, () => 'viewer false')],
      [true, ['author true', ...Array.from({ length: 59 }, () => 'viewer true')]],
    ] as const) {
      const { ctx, counts } = countedDatabase(server.ctx);
      await patchUserOf(ctx, caller, person, active(isActive));
      expect(await states()).toEqual(expected);
      expect(Math.max(...counts)).toBeLessThan(20);
    }
  });

  it('that is blocked leaves no membership behind that only the provider gave', async () => {
    await provider.patch(`/Users/${person}`, active(false).Operations[0] ?? {});
    const direct = { account: String(accounts[5]), person, source: 'direct', role: 'author' };
    await insert('member_grants', [direct]);
    const { ctx, counts } = countedDatabase(server.ctx);
    await deleteUser(ctx, caller, person);
    expect(Math.max(...counts)).toBeLessThan(maxStatements);
    const left = await server.ctx.database.read
      .selectFrom('members')
      .selectAll()
      .where('person', '=', person)
      .execute();
    expect(left).toMatchObject([{ account: accounts[5], blocked_at: expect.any(Number) }]);
  });

  it('stays as it is where it is the last owner by one of many groups', async () => {
    await server.ctx.database.write(async (tx) => {
      for (const table of ['members', 'member_grants'] as const)
        await tx
          .updateTable(table)
          .set({ role: 'owner' })
          .where('account', '=', String(accounts[59]))
          .execute();
    });
    await expect(deleteUser(server.ctx, caller, person)).rejects.toThrow('only owner');
    expect([await countOf('members', person), await countOf('member_grants', person)]).toEqual([60, 60]);
    for (const group of groups) expect((await peopleIn(group)).length).toBe(2);
  });
});

describe('a provider that has pushed much', () => {
  const owner = () => ({ ...caller, role: 'owner' as const });

  it('is deleted in short transactions, and the rest after an interruption', async () => {
    const people = await addPeople(1_500);
    const groups = await addGroups([people, people.slice(0, 700), []]);
    const account = server.account.account_sid;
    for (const person of people.slice(0, 40))
      await grant(person, 'viewer', [{ account, source: String(groups[0]) }]);
    const killed = countedDatabase(server.ctx, 3);
    await expect(deleteProvider(killed.ctx, owner(), provider.sid)).rejects.toThrow('killed');
    expect((await server.send({ url: `/v1/IdentityProviders/${provider.sid}` })).statusCode).toBe(200);
    const counted = countedDatabase(server.ctx);
    await deleteProvider(counted.ctx, owner(), provider.sid);
    for (const { counts } of [killed, counted]) expect(Math.max(...counts)).toBeLessThan(40);
    expect(killed.counts.length + counted.counts.length).toBeGreaterThan(7);
    const { read } = server.ctx.database;
    const tools = { agent: createOutboundAgent(createAddressGuard([])) };
    for (const job of await read.selectFrom('jobs').selectAll().where('kind', '=', 'grants').execute())
      await handleGrantsJob(server.ctx, tools, job);
    await tools.agent.close();
    for (const table of ['people_groups', 'group_people', 'directory_users', 'members'] as const)
      expect({ table, rows: await read.selectFrom(table).selectAll().execute() }).toEqual({
        table,
        rows: [],
      });
  });

  it('stays as it is where one of its groups makes the last owner', async () => {
    const people = await addPeople(1_500);
    const [group = ''] = await addGroups([people]);
    const account = server.account.account_sid;
    await insert('group_memberships', [{ group_sid: group, account, role: 'owner' }]);
    await grant(String(people[0]), 'owner', [{ account, source: group }]);
    await expect(deleteProvider(server.ctx, owner(), provider.sid)).rejects.toThrow('only owner');
    expect((await peopleIn(group)).length).toBe(1_500);
    expect((await provider.send('GET', '/Users?count=1')).json.totalResults).toBe(1_500);
  });
});
