/** Accounts as the email service sees them: which stand below which, and whose turn it is to change. */

import type { Queries } from '../../../platform/database/database.ts';
import { lockRows } from '../../../platform/database/row-lock.ts';

/** An open account below `parent`, by the name that the parent gave it or by its SID. */
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

/** Whether the account stands below another one. */
export async function findParentAccount(db: Queries, sid: string): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('parent').where('sid', '=', sid).executeTakeFirst();
  return row?.parent ?? null;
}

/** Waits for other changes of the account's settings: what is counted then stays true until the commit. */
export async function lockAccount(tx: Queries, sid: string): Promise<void> {
  await lockRows(tx, tx.selectFrom('accounts').select('sid').where('sid', '=', sid)).execute();
}
