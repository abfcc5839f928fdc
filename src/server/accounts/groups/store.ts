/** Rows of groups, of who is in them, and of the memberships that they give. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
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
  const [group] = row === undefined ? [] : await withContent(db, [row]);
  return group;
}

/** Newest first; positions are SIDs. */
export async function listGroups(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<Group>> {
  const page = await fetchKeysetPage<PeopleGroupRow>(request, ({ order, operator, position, limit }) => {
    const query = db.selectFrom('people_groups').selectAll().where('account', '=', account);
    const from = position === null ? query : query.where('sid', operator, position);
    return from.orderBy('sid', order).limit(limit).execute();
  });
  return { ...page, rows: await withContent(db, page.rows) };
}

async function withContent(db: Queries, rows: readonly PeopleGroupRow[]): Promise<Group[]> {
  if (rows.length === 0) return [];
  const sids = rows.map(({ sid }) => sid);
  const people = await db
    .selectFrom('group_people')
    .selectAll()
    .where('group_sid', 'in', sids)
    .orderBy('person')
    .execute();
  const memberships = await db
    .selectFrom('group_memberships')
    .selectAll()
    .where('group_sid', 'in', sids)
    .orderBy('account')
    .execute();
  const peopleOf = Map.groupBy(people, ({ group_sid }) => group_sid);
  const membershipsOf = Map.groupBy(memberships, ({ group_sid }) => group_sid);
  return rows.map((row) => ({
    ...row,
    people: (peopleOf.get(row.sid) ?? []).map(({ person }) => person),
    memberships: (membershipsOf.get(row.sid) ?? []).map(({ account, role }) => ({ account, role })),
  }));
}

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
