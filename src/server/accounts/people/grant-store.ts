/** Rows of what is granted to members, and by what. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { MemberGrantRow } from '../../platform/database/schema/people.ts';

/** What is granted to a person in the account, or in these. */
export function listGrants(
  db: Queries,
  account: string | readonly string[],
  person: string,
): Promise<MemberGrantRow[]> {
  return db
    .selectFrom('member_grants')
    .selectAll()
    .where('account', 'in', [account].flat())
    .where('person', '=', person)
    .execute();
}

/** What these sources grant to a person, in all accounts. */
export async function listGrantsBySource(
  db: Queries,
  person: string,
  sources: readonly string[],
): Promise<MemberGrantRow[]> {
  if (sources.length === 0) return [];
  return db
    .selectFrom('member_grants')
    .selectAll()
    .where('source', 'in', sources)
    .where('person', '=', person)
    .execute();
}

/** Who has something of the sources, or is given something by a group among them, in the order of their SIDs behind `after`. */
export async function listPeopleOfSources(
  db: Queries,
  sources: readonly string[],
  after: string | null,
  limit: number,
): Promise<string[]> {
  const granted = db.selectFrom('member_grants').select('person').distinct().where('source', 'in', sources);
  const given = db
    .selectFrom('group_people')
    .innerJoin('group_memberships', 'group_memberships.group_sid', 'group_people.group_sid')
    .select('group_people.person')
    .distinct()
    .where('group_people.group_sid', 'in', sources);
  const rows = [
    ...(await (after === null ? granted : granted.where('person', '>', after))
      .orderBy('person')
      .limit(limit)
      .execute()),
    ...(await (after === null ? given : given.where('group_people.person', '>', after))
      .orderBy('group_people.person')
      .limit(limit)
      .execute()),
  ];
  return [...new Set(rows.map(({ person }) => person))].sort().slice(0, limit);
}

/** How many memberships the sources give or gave, counted up to a limit for each. */
export async function countGranted(db: Queries, sources: readonly string[], limit: number): Promise<number> {
  const granted = await db
    .selectFrom('member_grants')
    .select('person')
    .where('source', 'in', sources)
    .limit(limit)
    .execute();
  const given = await db
    .selectFrom('group_people')
    .innerJoin('group_memberships', 'group_memberships.group_sid', 'group_people.group_sid')
    .select('group_people.person')
    .where('group_people.group_sid', 'in', sources)
    .limit(limit)
    .execute();
  return Math.max(granted.length, given.length);
}

/** In how many accounts the sources give or gave something. */
export async function countAccountsOfSources(db: Queries, sources: readonly string[]): Promise<number> {
  const granted = await db
    .selectFrom('member_grants')
    .select('account')
    .distinct()
    .where('source', 'in', sources)
    .execute();
  const given = await db
    .selectFrom('group_memberships')
    .select('account')
    .distinct()
    .where('group_sid', 'in', sources)
    .execute();
  return new Set([...granted, ...given].map(({ account }) => account)).size;
}

/** What groups give to these people. */
export function listGivenByGroups(
  db: Queries,
  groups: readonly string[],
  people: readonly string[],
): Promise<MemberGrantRow[]> {
  return db
    .selectFrom('group_people')
    .innerJoin('group_memberships', 'group_memberships.group_sid', 'group_people.group_sid')
    .select(['group_people.person', 'group_memberships.account', 'group_memberships.role'])
    .select('group_people.group_sid as source')
    .where('group_people.group_sid', 'in', groups)
    .where('group_people.person', 'in', people)
    .execute();
}

const owner: Role = 'owner';

/** The accounts in which the sources make a person an owner, in order. */
export async function listOwnedBySources(db: Queries, sources: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('member_grants')
    .select('account')
    .distinct()
    .where('source', 'in', sources)
    .where('role', '=', owner)
    .orderBy('account')
    .execute();
  return rows.map(({ account }) => account);
}

/** Whether the account has an owner by something else, or by what these groups among the sources give from now on. */
export async function hasOwnerBeside(
  db: Queries,
  account: string,
  sources: readonly string[],
  groups: readonly string[],
): Promise<boolean> {
  const other = await db
    .selectFrom('member_grants as g')
    .innerJoin('members as m', (join) =>
      join.onRef('m.account', '=', 'g.account').onRef('m.person', '=', 'g.person'),
    )
    .select('g.person')
    .where('g.account', '=', account)
    .where('g.role', '=', owner)
    .where('g.source', 'not in', sources)
    .where('m.blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined || groups.length === 0) return other !== undefined;
  const given = await db
    .selectFrom('group_people as p')
    .innerJoin('group_memberships as g', 'g.group_sid', 'p.group_sid')
    .innerJoin('members as m', (join) =>
      join.onRef('m.account', '=', 'g.account').onRef('m.person', '=', 'p.person'),
    )
    .select('p.person')
    .where('g.account', '=', account)
    .where('g.role', '=', owner)
    .where('g.group_sid', 'in', groups)
    .where('m.blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return given !== undefined;
}

/** Stores rows in place of those of the sources. */
export async function replaceGrantRows(
  tx: Queries,
  { account, person, sources }: { account: string; person: string; sources: readonly string[] },
  rows: readonly MemberGrantRow[],
): Promise<void> {
  await tx
    .deleteFrom('member_grants')
    .where('account', '=', account)
    .where('person', '=', person)
    .where('source', 'in', sources)
    .execute();
  if (rows.length > 0) await tx.insertInto('member_grants').values(rows).execute();
}

/** What is granted to a member, with the name of the group or rule. */
export type NamedGrant = MemberGrantRow & { rule: string | null; group_name: string | null };

/** In the order of the people, and of the sources. */
export function listNamedGrants(
  db: Queries,
  account: string,
  people: readonly string[],
  { limit = Number.MAX_SAFE_INTEGER, order = 'asc' }: { limit?: number; order?: 'asc' | 'desc' } = {},
): Promise<NamedGrant[]> {
  return db
    .selectFrom('member_grants')
    .leftJoin('sign_in_rules', 'sign_in_rules.sid', 'member_grants.source')
    .leftJoin('people_groups', 'people_groups.sid', 'member_grants.source')
    .selectAll('member_grants')
    .select(['sign_in_rules.name as rule', 'people_groups.name as group_name'])
    .where('member_grants.account', '=', account)
    .where('member_grants.person', 'in', people)
    .orderBy('member_grants.person', order)
    .orderBy('member_grants.source')
    .limit(limit)
    .execute();
}

/** What is granted to people in the open accounts below this one, counted; where they are blocked nothing is. */
export async function countGrantsBelow(db: Queries, account: string, people: readonly string[]) {
  const rows = await db
    .selectFrom('member_grants as g')
    .innerJoin('accounts as a', 'a.sid', 'g.account')
    .innerJoin('members as m', (join) =>
      join.onRef('m.account', '=', 'g.account').onRef('m.person', '=', 'g.person'),
    )
    .leftJoin('sign_in_rules as r', 'r.sid', 'g.source')
    .leftJoin('people_groups as p', 'p.sid', 'g.source')
    .select(['g.person', 'g.source', 'g.role', 'r.name as rule', 'p.name as group_name'])
    .select((eb) => eb.fn.countAll<number>().as('accounts'))
    .where('a.parent', '=', account)
    .where('a.closed_at', 'is', null)
    .where('m.blocked_at', 'is', null)
    .where('g.person', 'in', people)
    .groupBy(['g.person', 'g.source', 'g.role', 'r.name', 'p.name'])
    .orderBy('g.source')
    .execute();
  return rows.map(({ accounts, ...row }) => ({ ...row, accounts: Number(accounts) }));
}

/** Since when a provider of the account, or of the one above it, says that the person is not active; null for others. */
export async function findProviderBlock(
  db: Queries,
  account: string,
  person: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('directory_users')
    .innerJoin('identity_providers', 'identity_providers.sid', 'directory_users.provider')
    .innerJoin('accounts', (join) =>
      join.on((on) =>
        on.or([
          on('accounts.sid', '=', on.ref('identity_providers.account')),
          on('accounts.parent', '=', on.ref('identity_providers.account')),
        ]),
      ),
    )
    .select('directory_users.blocked_at')
    .where('directory_users.person', '=', person)
    .where('directory_users.blocked_at', 'is not', null)
    .where('accounts.sid', '=', account)
    .limit(1)
    .executeTakeFirst();
  return row?.blocked_at ?? null;
}
