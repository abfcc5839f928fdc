/** Rows of what is granted to members, and by what. */

import type { Queries } from '../../platform/database/database.ts';
import type { MemberGrantRow } from '../../platform/database/schema/people.ts';

/** What is granted to a person in the account. */
export function listGrants(db: Queries, account: string, person: string): Promise<MemberGrantRow[]> {
  return db
    .selectFrom('member_grants')
    .selectAll()
    .where('account', '=', account)
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

/** To whom a source grants something. */
export async function listPeopleOfSource(db: Queries, source: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member_grants')
    .select('person')
    .distinct()
    .where('source', '=', source)
    .execute();
  return rows.map(({ person }) => person);
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

/** With the name of the group or rule. */
export function listNamedGrants(
  db: Queries,
  account: string,
  people: readonly string[],
): Promise<(MemberGrantRow & { rule: string | null; group_name: string | null })[]> {
  return db
    .selectFrom('member_grants')
    .leftJoin('sign_in_rules', 'sign_in_rules.sid', 'member_grants.source')
    .leftJoin('people_groups', 'people_groups.sid', 'member_grants.source')
    .selectAll('member_grants')
    .select(['sign_in_rules.name as rule', 'people_groups.name as group_name'])
    .where('member_grants.account', '=', account)
    .where('member_grants.person', 'in', people)
    .orderBy('member_grants.source')
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
