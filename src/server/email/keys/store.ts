/** Store: API keys of the email API. */

import type { Region } from '#api/email/regions.ts';
import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { EmailKeyRow, Owner } from '../../platform/database/schema/email.ts';

const findByHash = prepared((db, value: Values<{ hash: string; region: Region }>) =>
  db
    .selectFrom('email_keys')
    .innerJoin('accounts', 'accounts.sid', 'email_keys.account')
    .select([
      'email_keys.id',
      'email_keys.account',
      'email_keys.scopes',
      'email_keys.last_used_at',
      'accounts.user',
      'accounts.parent',
    ])
    .where('email_keys.key_hash', '=', value('hash'))
    .where('email_keys.region', '=', value('region'))
    .where('accounts.closed_at', 'is', null),
);

/** A key with its account. */
export type KeyWithAccount = Pick<EmailKeyRow, 'id' | 'account' | 'scopes' | 'last_used_at'> & {
  user: string;
  parent: string | null;
};

/** The key of that hash in the region, of an account that is open. */
export async function findKeyByHash(
  db: Queries,
  hash: string,
  region: Region,
): Promise<KeyWithAccount | undefined> {
  return (await findByHash(db, { hash, region }))[0];
}

/** Sets the time of the last use, unless it was set since `before`. */
export async function touchKey(tx: Queries, id: string, now: number, before: number): Promise<void> {
  await tx
    .updateTable('email_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute();
}

export async function insertKey(tx: Queries, row: EmailKeyRow): Promise<void> {
  await tx.insertInto('email_keys').values(row).execute();
}

/** Oldest first. */
export function listKeys(db: Queries, { account, region }: Owner, limit: number): Promise<EmailKeyRow[]> {
  return db
    .selectFrom('email_keys')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countKeys(db: Queries, { account, region }: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('email_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .where('region', '=', region)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findKey(
  db: Queries,
  { account, region }: Owner,
  id: string,
): Promise<EmailKeyRow | undefined> {
  return db
    .selectFrom('email_keys')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The key as it is afterwards; undefined when there is none. */
export function changeKey(
  tx: Queries,
  { account, region }: Owner,
  id: string,
  change: Partial<Pick<EmailKeyRow, 'name' | 'scopes'>>,
): Promise<EmailKeyRow | undefined> {
  return tx
    .updateTable('email_keys')
    .set(change)
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** False when there is none. */
export async function deleteKey(tx: Queries, { account, region }: Owner, id: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('email_keys')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length === 1;
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
