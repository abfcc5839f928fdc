/** Rows of the users that identity providers push, and what they find in those of people and groups. */

import { sql } from 'kysely';
import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/dialect.ts';
import type {
  DirectoryUserRow,
  IdentityProviderRow,
  MemberRow,
  PeopleGroupRow,
} from '../../platform/database/schema/people.ts';
import { normalizeEmail } from '../people/email-address.ts';

/** Of an account that is open, and not disabled. */
export function findProviderByToken(
  db: Queries,
  tokenHash: string,
): Promise<IdentityProviderRow | undefined> {
  return db
    .selectFrom('identity_providers')
    .innerJoin('accounts', 'accounts.sid', 'identity_providers.account')
    .selectAll('identity_providers')
    .where('identity_providers.scim_token_hash', '=', tokenHash)
    .where('identity_providers.enabled', '=', 1)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
}

export type DirectoryUser = DirectoryUserRow & { address: string };

/** A page of a list: so many, after so many others. */
export type Slice = { offset: number; limit: number };

const users = (db: Queries, provider: string) =>
  db
    .selectFrom('directory_users')
    .innerJoin('people', 'people.sid', 'directory_users.person')
    .where('directory_users.provider', '=', provider);

export function findUser(db: Queries, provider: string, person: string): Promise<DirectoryUser | undefined> {
  return users(db, provider)
    .selectAll('directory_users')
    .select('people.email as address')
    .where('directory_users.person', '=', person)
    .executeTakeFirst();
}

export async function insertUser(tx: Queries, row: DirectoryUserRow): Promise<void> {
  await tx.insertInto('directory_users').values(row).execute();
}

export async function updateUser(
  tx: Queries,
  { provider, person }: Pick<DirectoryUserRow, 'provider' | 'person'>,
  change: Partial<Omit<DirectoryUserRow, 'provider' | 'person' | 'created_at'>>,
): Promise<void> {
  await tx
    .updateTable('directory_users')
    .set(change)
    .where('provider', '=', provider)
    .where('person', '=', person)
    .execute();
}

/** With what the provider calls them when they sign in, and without its groups. */
export async function deleteUser(
  tx: Queries,
  { provider, person }: Pick<DirectoryUserRow, 'provider' | 'person'>,
): Promise<void> {
  for (const table of ['directory_users', 'identities'] as const)
    await tx.deleteFrom(table).where('provider', '=', provider).where('person', '=', person).execute();
  await tx
    .deleteFrom('group_people')
    .where('person', '=', person)
    .where('group_sid', 'in', (query) =>
      query.selectFrom('people_groups').select('sid').where('provider', '=', provider),
    )
    .execute();
}

/** What a list of users can be filtered by; null matches nothing. */
export type UserFilter = {
  id?: string;
  userName?: string;
  externalId?: string;
  email?: string;
  active?: boolean;
};

const filteredUsers = (
  db: Queries,
  provider: string,
  { id, userName, externalId, email, active }: UserFilter,
) => {
  let query = users(db, provider);
  if (id !== undefined) query = query.where('directory_users.person', '=', id);
  if (userName !== undefined) query = query.where('people.email', '=', normalizeEmail(userName));
  if (externalId !== undefined) query = query.where('directory_users.external_id', '=', externalId);
  if (email !== undefined) query = query.where('directory_users.email', '=', normalizeEmail(email));
  if (active !== undefined) query = query.where('directory_users.blocked_at', active ? 'is' : 'is not', null);
  return query;
};

/** The oldest first, with how many there are in all. */
export async function listUsers(
  db: Queries,
  provider: string,
  filter: UserFilter,
  { offset, limit }: Slice,
): Promise<{ rows: DirectoryUser[]; total: number }> {
  const { total } = await filteredUsers(db, provider, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await filteredUsers(db, provider, filter)
    .selectAll('directory_users')
    .select('people.email as address')
    .orderBy('directory_users.person')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: Number(total) };
}

/** Which of these people the provider has pushed. */
export async function listUsersAmong(
  db: Queries,
  provider: string,
  people: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('directory_users')
    .select('person')
    .where('provider', '=', provider)
    .where('person', 'in', people)
    .execute();
  return new Set(rows.map(({ person }) => person));
}

/** Whether the provider has signed the person in. */
export async function hasIdentity(db: Queries, provider: string, person: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('person')
    .where('provider', '=', provider)
    .where('person', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another provider has pushed the person or signed them in. */
export async function isKnownToOthers(db: Queries, provider: string, person: string): Promise<boolean> {
  for (const table of ['directory_users', 'identities'] as const) {
    const row = await db
      .selectFrom(table)
      .select('person')
      .where('provider', '!=', provider)
      .where('person', '=', person)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** The groups and rules of a provider, which give roles. */
export async function listSourcesOfProvider(db: Queries, provider: string): Promise<string[]> {
  const groups = await db
    .selectFrom('people_groups')
    .select('sid')
    .where('provider', '=', provider)
    .execute();
  const rules = await db.selectFrom('sign_in_rules').select('sid').where('provider', '=', provider).execute();
  return [...groups, ...rules].map(({ sid }) => sid);
}

/** The memberships of a person in an account and those below it, in the order of the accounts. */
export function listMembershipsIn(db: Queries, account: string, person: string): Promise<MemberRow[]> {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.sid', 'members.account')
    .selectAll('members')
    .where('members.person', '=', person)
    .where((or) => or.or([or('accounts.sid', '=', account), or('accounts.parent', '=', account)]))
    .orderBy('members.account')
    .execute();
}

/** Locks accounts in one order. */
export async function lockAccounts(tx: Queries, accounts: readonly string[]): Promise<void> {
  const rows = tx.selectFrom('accounts').select('sid').where('sid', 'in', accounts).orderBy('sid');
  await lockRows(tx, rows).execute();
}

/** What makes a person an owner of whichever account. */
export async function listSourcesOfOwner(db: Queries, person: string): Promise<string[]> {
  const owner: Role = 'owner';
  const rows = await db
    .selectFrom('member_grants')
    .select('source')
    .where('person', '=', person)
    .where('role', '=', owner)
    .execute();
  return rows.map(({ source }) => source);
}

/** A group that a person is in; without a name where the provider does not push it. */
export type GroupOfUser = { person: string; sid: string; name: string | null };

/** The groups that people are in, in the order of both. */
export function listGroupsOfUsers(
  db: Queries,
  provider: string,
  people: readonly string[],
  limit: number,
): Promise<GroupOfUser[]> {
  return db
    .selectFrom('group_people')
    .leftJoin('people_groups', (join) =>
      join
        .onRef('people_groups.sid', '=', 'group_people.group_sid')
        .on('people_groups.provider', '=', provider),
    )
    .select(['group_people.person', 'group_people.group_sid as sid', 'people_groups.name'])
    .where('group_people.person', 'in', people)
    .orderBy('group_people.person')
    .orderBy('group_people.group_sid')
    .limit(limit)
    .execute();
}

/** What a list of groups can be filtered by. */
export type GroupFilter = { id?: string; displayName?: string; externalId?: string; member?: string };

const filteredGroups = (
  db: Queries,
  provider: string,
  { id, displayName, externalId, member }: GroupFilter,
) => {
  let query = db.selectFrom('people_groups').where('provider', '=', provider);
  if (id !== undefined) query = query.where('sid', '=', id);
  if (displayName !== undefined) query = query.where('name', '=', displayName);
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  if (member !== undefined)
    query = query.where('sid', 'in', (from) =>
      from.selectFrom('group_people').select('group_sid').where('person', '=', member),
    );
  return query;
};

/** The oldest first, with how many there are in all. */
export async function listPushedGroups(
  db: Queries,
  provider: string,
  filter: GroupFilter,
  { offset, limit }: Slice,
): Promise<{ rows: PeopleGroupRow[]; total: number }> {
  const { total } = await filteredGroups(db, provider, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await filteredGroups(db, provider, filter)
    .selectAll()
    .orderBy('sid')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: Number(total) };
}

export type PushedMember = { group_sid: string; person: string; email: string };

/** Who is in these groups, in the order of both. */
export function listMembersOfGroups(
  db: Queries,
  groups: readonly string[],
  limit: number,
): Promise<PushedMember[]> {
  return db
    .selectFrom('group_people')
    .innerJoin('people', 'people.sid', 'group_people.person')
    .select(['group_people.group_sid', 'group_people.person', 'people.email'])
    .where('group_people.group_sid', 'in', groups)
    .orderBy('group_people.group_sid')
    .orderBy('group_people.person')
    .limit(limit)
    .execute();
}

/** Who is in a group; of these people alone, where they are given. */
export async function listPeopleOfGroup(
  db: Queries,
  group_sid: string,
  among?: readonly string[],
): Promise<string[]> {
  const all = db.selectFrom('group_people').select('person').where('group_sid', '=', group_sid);
  const rows = await (among === undefined ? all : all.where('person', 'in', among)).execute();
  return rows.map(({ person }) => person);
}

export async function countPeopleOfGroup(db: Queries, group_sid: string): Promise<number> {
  const { count } = await db
    .selectFrom('group_people')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('group_sid', '=', group_sid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateGroupRow(
  tx: Queries,
  sid: string,
  change: Pick<PeopleGroupRow, 'name' | 'external_id'>,
): Promise<void> {
  await tx.updateTable('people_groups').set(change).where('sid', '=', sid).execute();
}

/** Of these people those whom the provider has pushed; returns who was not in it. */
export async function addToGroup(
  tx: Queries,
  { sid, provider }: Pick<PeopleGroupRow, 'sid' | 'provider'>,
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = await tx
    .insertInto('group_people')
    .columns(['group_sid', 'person'])
    .expression((from) =>
      from
        .selectFrom('directory_users')
        .select([sql.val(sid).as('group_sid'), 'person'])
        .where('provider', '=', provider)
        .where('person', 'in', people),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('person')
    .execute();
  return rows.map(({ person }) => person);
}

export async function removeFromGroup(
  tx: Queries,
  group_sid: string,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  await tx
    .deleteFrom('group_people')
    .where('group_sid', '=', group_sid)
    .where('person', 'in', people)
    .execute();
}
