/** Rows of API keys of accounts. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { AccountKeyRow } from '../platform/database/schema/tables.ts';

const findBySid = prepared((db, value: Values<{ sid: string }>) =>
  db
    .selectFrom('account_keys')
    .innerJoin('accounts', 'accounts.sid', 'account_keys.account')
    .leftJoin('members', (join) =>
      join
        .onRef('members.account', '=', 'account_keys.account')
        .onRef('members.person', '=', 'account_keys.made_by')
        .on('members.blocked_at', 'is', null),
    )
    .select([
      'account_keys.account',
      'account_keys.name',
      'account_keys.secret_hash',
      'account_keys.approves_publishing',
      'account_keys.role',
      'account_keys.made_by',
      'members.role as role_of_maker',
      'accounts.user',
    ])
    .where('account_keys.sid', '=', value('sid'))
    .where('accounts.closed_at', 'is', null),
);

export type ActiveKey = Pick<
  AccountKeyRow,
  'account' | 'name' | 'secret_hash' | 'approves_publishing' | 'role' | 'made_by'
> & { user: string; role_of_maker: Role | null };

/** The key with its account and the present role of who made it; undefined when there is none, or the account is closed. */
export async function findKey(db: Queries, sid: string): Promise<ActiveKey | undefined> {
  return (await findBySid(db, { sid }))[0];
}

export async function insertKey(tx: Queries, row: AccountKeyRow): Promise<void> {
  await tx.insertInto('account_keys').values(row).execute();
}

export async function countKeys(db: Queries, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Newest first; positions are SIDs. */
export function listKeys(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<AccountKeyRow>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const query = db.selectFrom('account_keys').selectAll().where('account', '=', account);
    const page = position === null ? query : query.where('sid', operator, position);
    return page.orderBy('sid', order).limit(limit).execute();
  });
}

/** False when the account has no such key. */
export async function deleteKey(tx: Queries, account: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('account_keys')
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}

export async function deleteKeysOf(tx: Queries, account: string): Promise<void> {
  await tx.deleteFrom('account_keys').where('account', '=', account).execute();
}
