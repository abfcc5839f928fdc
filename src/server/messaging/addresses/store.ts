/** Stores addresses. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { AddressRow } from '../../platform/database/schema/tables.ts';

/** Assigns an address to a flow and a carrier; one that exists is changed and keeps its SID. */
export function putAddress(tx: Queries, row: AddressRow): Promise<AddressRow> {
  return tx
    .insertInto('addresses')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account', 'address']).doUpdateSet({ flow: row.flow, carrier: row.carrier }),
    )
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

/** Addresses of the account, or of one of its flows, newest first; positions are SIDs. */
export function listAddresses(
  db: Queries,
  account: string,
  flow: string | undefined,
  request: KeysetPageRequest,
): Promise<KeysetPage<AddressRow>> {
  const all = db.selectFrom('addresses').selectAll().where('account', '=', account);
  return fetchPage(request, flow === undefined ? all : all.where('flow', '=', flow));
}
