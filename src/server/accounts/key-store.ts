/** Rows of API keys of accounts. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { AccountKeyRow } from '../platform/database/schema/tables.ts';

/** Of a key that a member made, the memberships in the account and in the one above it; of the account itself one row without. */
const findBySid = prepared((db, value: Values<{ sid: string }>) =>
  db
    .selectFrom('account_keys')
    .innerJoin('accounts', 'accounts.sid', 'account_keys.account')
    .leftJoin('people', 'people.sid', 'account_keys.made_by')
    .leftJoin('members', (join) =>
      join
        .onRef('members.person', '=', 'account_keys.made_by')
        .on((on) =>
          on.or([
            on('members.account', '=', on.ref('account_keys.account')),
            on('members.account', '=', on.ref('accounts.parent')),
          ]),
        )
        .on('members.blocked_at', 'is', null),
    )
    .selectAll('account_keys')
    .select(['accounts.user', 'people.name as person_name', 'people.email', 'members.role as role_of_maker'])
    .where('account_keys.sid', '=', value('sid'))
    .where('accounts.closed_at', 'is', null),
);

/** `rolesOfMaker` are those of the memberships that count in the account. */
export type ActiveKey = AccountKeyRow & {
  user: string;
  person: { sid: string; name: string; email: string } | null;
  rolesOfMaker: Role[];
};

/** The key with its account and who made it; undefined when there is none, or the account is closed. */
export async function findKey(db: Queries, sid: string): Promise<ActiveKey | undefined> {
  const rows = await findBySid(db, { sid });
  const [first] = rows;
  if (first === undefined) return undefined;
  const { person_name: name, email, role_of_maker: _, ...key } = first;
  return {
    ...key,
    person:
      key.made_by === null || name === null || email === null ? null : { sid: key.made_by, name, email },
    rolesOfMaker: rows.flatMap(({ role_of_maker: role }) => role ?? []),
  };
}

/** Sets the time of the last use, unless it was set since `before`. */
export async function touchKey(
  tx: Queries,
  sid: string,
  { now, before }: { now: number; before: number },
): Promise<void> {
  await tx
    .updateTable('account_keys')
    .set({ last_used_at: now })
    .where('sid', '=', sid)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)]))
    .execute();
}

export async function insertKey(tx: Queries, row: AccountKeyRow): Promise<void> {
  await tx.insertInto('account_keys').values(row).execute();
}

/** The keys of an account, or the personal tokens of its members: of one of them, or of all. */
export type KeyOwner = { account: string; personal: 0 | 1; person?: string | undefined };

const keysOf = (db: Queries, { account, personal, person }: KeyOwner) => {
  const query = db
    .selectFrom('account_keys')
    .leftJoin('people', 'people.sid', 'account_keys.made_by')
    .where('account_keys.account', '=', account)
    .where('account_keys.personal', '=', personal);
  return person === undefined ? query : query.where('account_keys.made_by', '=', person);
};

export async function countKeys(db: Queries, owner: KeyOwner): Promise<number> {
  const { count } = await keysOf(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `maker` is the name of the member who made it. */
export type ListedKey = AccountKeyRow & { maker: string | null };

/** Newest first; positions are SIDs. */
export function listKeys(
  db: Queries,
  owner: KeyOwner,
  request: KeysetPageRequest,
): Promise<KeysetPage<ListedKey>> {
  return fetchPage(
    request,
    keysOf(db, owner).selectAll('account_keys').select('people.name as maker'),
    'account_keys.sid',
  );
}

/** Returns the key that is no more; undefined when there is no such key. */
export function deleteKey(
  tx: Queries,
  { account, personal }: KeyOwner,
  sid: string,
): Promise<AccountKeyRow | undefined> {
  return tx
    .deleteFrom('account_keys')
    .where('account', '=', account)
    .where('personal', '=', personal)
    .where('sid', '=', sid)
    .returningAll()
    .executeTakeFirst();
}

/** The personal tokens of a person in an account and in those below it, as the membership counts in them too. */
export async function deleteTokensOfMember(
  tx: Queries,
  accounts: readonly string[],
  person: string,
): Promise<void> {
  await tx
    .deleteFrom('account_keys')
    .where('personal', '=', 1)
    .where('made_by', '=', person)
    .where('account', 'in', (query) =>
      query
        .selectFrom('accounts')
        .select('sid')
        .where((or) => or.or([or('sid', 'in', accounts), or('parent', 'in', accounts)])),
    )
    .execute();
}

export async function deleteKeysOf(tx: Queries, account: string): Promise<void> {
  await tx.deleteFrom('account_keys').where('account', '=', account).execute();
}
