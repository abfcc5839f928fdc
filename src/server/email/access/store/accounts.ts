/** Store: subaccount relations of accounts, and the row lock that serializes changes of email settings. */

import type { Queries } from '../../../platform/database/database.ts';
import { lockRows } from '../../../platform/database/row-lock.ts';

/** An open subaccount of `parent`, by the name that the parent gave it or by its SID. */
export async function findSubaccount(
  db: Queries,
  parent: string,
  by: { username: string } | { sid: string },
): Promise<{ sid: string; user: string } | undefined> {
  const query = db
    .selectFrom('accounts')
    .select(['sid', 'user'])
    .where('parent', '=', parent)
    .where('closed_at', 'is', null);
  return 'sid' in by
    ? await query.where('sid', '=', by.sid).executeTakeFirst()
    : await query.where('username', '=', by.username).executeTakeFirst();
}

/** The SID of the parent account; null for a top-level account. */
export async function findParentAccount(db: Queries, sid: string): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('parent').where('sid', '=', sid).executeTakeFirst();
  return row?.parent ?? null;
}

/** Locks the account row, so that counts of its settings stay true until the commit. */
export async function lockAccount(tx: Queries, sid: string): Promise<void> {
  await lockRows(tx, tx.selectFrom('accounts').select('sid').where('sid', '=', sid)).execute();
}
