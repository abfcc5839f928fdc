/** Stores erasures. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { ErasureRow } from '../../platform/database/schema/erasures.ts';

export type { ErasureRow };

export async function insertErasure(tx: Queries, row: ErasureRow): Promise<void> {
  await tx.insertInto('erasures').values(row).execute();
}

export function findErasure(db: Queries, account: string, sid: string): Promise<ErasureRow | undefined> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

export async function countRunning(db: Queries, account: string): Promise<number> {
  const row = await db
    .selectFrom('erasures')
    .select((eb) => eb.fn.countAll().as('running'))
    .where('account', '=', account)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.running);
}

export async function updateErasure(tx: Queries, sid: string, changes: Partial<ErasureRow>): Promise<void> {
  await tx.updateTable('erasures').set(changes).where('sid', '=', sid).execute();
}

/** Newest first. */
export function listErasures(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<ErasureRow>> {
  return fetchPage(request, db.selectFrom('erasures').selectAll().where('account', '=', account));
}

/** Whether it is an address of the account itself. */
export async function isOwnAddress(db: Queries, account: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .select('sid')
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}
