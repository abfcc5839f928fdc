/** The rows of the built-in carrier's addresses. */

import type { Queries } from './database.ts';
import type { AddressRow } from './tables.ts';

/** Points an address at a flow; one that exists is pointed anew and keeps its SID. */
export function putAddress(tx: Queries, row: AddressRow): Promise<AddressRow> {
  return tx
    .insertInto('addresses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'address']).doUpdateSet({ flow: row.flow }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findAddress(db: Queries, account: string, address: string): Promise<AddressRow | undefined> {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where('account', '=', account)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** False when there is none. */
export async function deleteAddress(tx: Queries, account: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('addresses')
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}

/** Addresses of the account, newest first, with a SID below `before`. */
export function listAddresses(
  db: Queries,
  account: string,
  before: string | null,
  limit: number,
): Promise<AddressRow[]> {
  let query = db.selectFrom('addresses').selectAll().where('account', '=', account);
  if (before !== null) query = query.where('sid', '<', before);
  return query.orderBy('sid', 'desc').limit(limit).execute();
}
