/** The rows of accounts and of the links by which one signs in. */

import type { Queries } from './database.ts';
import { prepared, type Values } from './prepared.ts';
import type { AccountRow, SignInLinkRow } from './tables.ts';

const findBySid = prepared((db, value: Values<{ sid: string }>) =>
  db.selectFrom('accounts').selectAll().where('sid', '=', value('sid')),
);

export async function findAccount(db: Queries, sid: string): Promise<AccountRow | undefined> {
  return (await findBySid(db, { sid }))[0];
}

/** The account that was made first. */
export function findFirstAccount(db: Queries): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .orderBy('created_at')
    .orderBy('sid')
    .limit(1)
    .executeTakeFirst();
}

/** Adds the account, or gives the one of that SID another token. */
export async function putAccount(tx: Queries, row: AccountRow): Promise<void> {
  await tx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('sid').doUpdateSet({ token_hash: row.token_hash }))
    .execute();
}

export async function insertSignInLink(tx: Queries, row: SignInLinkRow): Promise<void> {
  await tx.insertInto('sign_in_links').values(row).execute();
}

/** Marks a link as used and gives its account; undefined when it is unknown, used or too old. */
export async function takeSignInLink(
  tx: Queries,
  tokenHash: string,
  now: number,
): Promise<string | undefined> {
  const link = await tx
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account')
    .executeTakeFirst();
  return link?.account;
}

export async function deleteExpiredSignInLinks(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
}
