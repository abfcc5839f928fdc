/** Rows of sync objects. */

import type { Queries } from '../platform/database/database.ts';
import { hotKey, lockRows } from '../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { SyncObjectRow } from '../platform/database/schema/services.ts';
import { shardOfAccount } from '../platform/database/shard.ts';

/** False, and nothing is stored, when the account has an object of that name. */
export async function insertObject(tx: Queries, row: SyncObjectRow): Promise<boolean> {
  const made = await tx
    .insertInto('sync_objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'name'])).doNothing())
    .returning('sid')
    .executeTakeFirst();
  return made !== undefined;
}

/** The object, with its row locked until the transaction ends. */
export function lockObject(tx: Queries, account: string, name: string): Promise<SyncObjectRow | undefined> {
  const query = tx
    .selectFrom('sync_objects')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('name', '=', name);
  return lockRows(tx, query).executeTakeFirst();
}

/** By SID or by name. An object whose name looks like another's SID is found by its own. */
export function findObject(db: Queries, account: string, name: string): Promise<SyncObjectRow | undefined> {
  return db
    .selectFrom('sync_objects')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where((where) => where.or([where('sid', '=', name), where('name', '=', name)]))
    .orderBy((order) => order.case().when('sid', '=', name).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst();
}

export async function updateObject(
  tx: Queries,
  {
    sid,
    shard,
    data,
    revision,
    updated_at,
  }: Pick<SyncObjectRow, 'sid' | 'shard' | 'data' | 'revision' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('sync_objects')
    .set({ data, revision, updated_at })
    .where('sid', '=', sid)
    .where('shard', '=', shard)
    .execute();
}

/** Objects of the account, newest first; positions are SIDs. */
export function listObjects(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<SyncObjectRow>> {
  return fetchPage(
    request,
    db
      .selectFrom('sync_objects')
      .selectAll()
      .where('shard', '=', shardOfAccount(account))
      .where('account', '=', account),
  );
}

/** False when there was none. */
export async function removeObject(tx: Queries, account: string, sid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sync_objects')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
