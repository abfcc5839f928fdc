/** Rows of groups, of who is in them, and of the memberships that they give. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
  pageWithItems,
} from '../../platform/database/keyset-pagination.ts';
import type { PeopleGroupRow } from '../../platform/database/schema/people.ts';

export type GroupMembership = { account: string; role: Role };

/** A group with its people and memberships. */
export type Group = PeopleGroupRow & { people: string[]; memberships: GroupMembership[] };

/** False, and nothing is stored, when the account has a group of that name. */
export async function insertGroup(tx: Queries, row: PeopleGroupRow): Promise<boolean> {
  const rows = await tx
    .insertInto('people_groups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'name']).doNothing())
    .returning('sid')
    .execute();
  return rows.length === 1;
}

export async function isNameTaken(db: Queries, { account, name, sid }: PeopleGroupRow): Promise<boolean> {
  const row = await db
    .selectFrom('people_groups')
    .select('sid')
    .where('account', '=', account)
    .where('name', '=', name)
    .where('sid', '!=', sid)
    .executeTakeFirst();
  return row !== undefined;
}

export async function renameGroup(tx: Queries, sid: string, name: string): Promise<void> {
  await tx.updateTable('people_groups').set({ name }).where('sid', '=', sid).execute();
}

/** With its people and memberships. */
export async function deleteGroup(tx: Queries, sid: string): Promise<void> {
  await tx.deleteFrom('people_groups').where('sid', '=', sid).execute();
}

/** Those that are made here, or that the provider pushes. */
export async function countGroups(db: Queries, account: string, provider: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('people_groups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .where('provider', provider === null ? 'is' : '=', provider)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findGroup(db: Queries, account: string, sid: string): Promise<Group | undefined> {
  const row = await db
    .selectFrom('people_groups')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const people = await listPeopleOf(db, [sid], Number.MAX_SAFE_INTEGER);
  return toGroup(row, people, await listMembershipsOf(db, sid));
}

/** Newest first; positions are SIDs. As many as fit on a page with their people, and with their memberships. */
export async function listGroups(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<Group>> {
  const all = db.selectFrom('people_groups').selectAll().where('account', '=', account);
  const people = await pageWithItems({
    request,
    page: await fetchPage(request, all),
    rowKey: ({ sid }) => sid,
    read: (sids, limit, order) => listPeopleOf(db, sids, limit, order),
    itemKey: ({ group_sid }) => group_sid,
  });
  const memberships = await pageWithItems({
    request,
    page: people.page,
    rowKey: ({ sid }) => sid,
    read: (sids, limit, order) => listMembershipsOfGroups(db, sids, limit, order),
    itemKey: ({ group_sid }) => group_sid,
  });
  const rows = memberships.page.rows.map((row) =>
    toGroup(row, people.items.get(row.sid) ?? [], memberships.items.get(row.sid) ?? []),
  );
  return { ...memberships.page, rows };
}

function toGroup(
  row: PeopleGroupRow,
  people: readonly { person: string }[],
  memberships: readonly GroupMembership[],
): Group {
  return {
    ...row,
    people: people.map(({ person }) => person).sort(),
    memberships: memberships
      .map(({ account, role }) => ({ account, role }))
      .sort((one, other) => (one.account < other.account ? -1 : 1)),
  };
}

const listPeopleOf = (db: Queries, groups: readonly string[], limit: number, order: 'asc' | 'desc' = 'asc') =>
  db
    .selectFrom('group_people')
    .selectAll()
    .where('group_sid', 'in', groups)
    .orderBy('group_sid', order)
    .orderBy('person', order)
    .limit(limit)
    .execute();

const listMembershipsOfGroups = (
  db: Queries,
  groups: readonly string[],
  limit: number,
  order: 'asc' | 'desc',
) =>
  db
    .selectFrom('group_memberships')
    .selectAll()
    .where('group_sid', 'in', groups)
    .orderBy('group_sid', order)
    .orderBy('account', order)
    .limit(limit)
    .execute();

/** What the group gives. */
export function listMembershipsOf(db: Queries, group_sid: string): Promise<GroupMembership[]> {
  return db
    .selectFrom('group_memberships')
    .select(['account', 'role'])
    .where('group_sid', '=', group_sid)
    .execute();
}

export async function replacePeople(
  tx: Queries,
  group_sid: string,
  people: readonly string[],
): Promise<void> {
  await tx.deleteFrom('group_people').where('group_sid', '=', group_sid).execute();
  if (people.length === 0) return;
  await tx
    .insertInto('group_people')
    .values(people.map((person) => ({ group_sid, person })))
    .execute();
}

export async function replaceMemberships(
  tx: Queries,
  group_sid: string,
  memberships: readonly GroupMembership[],
): Promise<void> {
  await tx.deleteFrom('group_memberships').where('group_sid', '=', group_sid).execute();
  if (memberships.length === 0) return;
  await tx
    .insertInto('group_memberships')
    .values(memberships.map((each) => ({ group_sid, ...each })))
    .execute();
}

/** Which of these accounts are the account, or below it, and open. */
export async function listAccountsAmong(
  db: Queries,
  account: string,
  wanted: readonly string[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const rows = await db
    .selectFrom('accounts')
    .select('sid')
    .where('sid', 'in', wanted)
    .where((or) => or.or([or('sid', '=', account), or('parent', '=', account)]))
    .where('closed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ sid }) => sid));
}

/** Which of these people are members of the account, or of one below it. */
export async function listPeopleAmong(
  db: Queries,
  account: string,
  wanted: readonly string[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.sid', 'members.account')
    .select('members.person')
    .distinct()
    .where('members.person', 'in', wanted)
    .where((or) => or.or([or('accounts.sid', '=', account), or('accounts.parent', '=', account)]))
    .execute();
  return new Set(rows.map(({ person }) => person));
}
