/** Store: API keys of the email API. */

import type { Queries } from '../../platform/database/database.ts';
import type { EmailKeyRow, Owner } from '../../platform/database/schema/email.ts';
import { ofOwner, ownedTable } from '../owned-store.ts';

export const {
  find: findKey,
  insert: insertKey,
  change: changeKey,
  remove: deleteKey,
} = ownedTable('email_keys');

/** Oldest first. */
export function listKeys(db: Queries, owner: Owner, limit: number): Promise<EmailKeyRow[]> {
  return db
    .selectFrom('email_keys')
    .selectAll()
    .where(ofOwner(owner))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countKeys(db: Queries, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('email_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ofOwner(owner))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the keys of the account in all regions, except that of the settings. */
export async function deleteKeysOf(tx: Queries, account: string): Promise<void> {
  await tx.deleteFrom('email_keys').where('account', '=', account).where('configured', '=', 0).execute();
}

/** Inserts or updates the key of the settings, and deletes those that the settings named before. */
export async function upsertConfiguredKey(tx: Queries, row: EmailKeyRow): Promise<void> {
  await tx.deleteFrom('email_keys').where('configured', '=', 1).where('id', '!=', row.id).execute();
  const { account, region, scopes, key_hash, configured } = row;
  await tx
    .insertInto('email_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ account, region, scopes, key_hash, configured }),
    )
    .execute();
}

/** Deletes keys that the settings no longer name. */
export async function deleteConfiguredKeys(tx: Queries): Promise<void> {
  await tx.deleteFrom('email_keys').where('configured', '=', 1).execute();
}
