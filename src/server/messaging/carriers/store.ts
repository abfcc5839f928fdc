/** Stores carriers, and the attempts of requests that must not be made twice. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { CarrierAttemptRow, CarrierRow } from '../../platform/database/schema/carriers.ts';
import { sharedLookup } from '../../platform/database/shared-lookup.ts';

export async function insertCarrier(tx: Queries, row: CarrierRow): Promise<void> {
  await tx.insertInto('carriers').values(row).execute();
}

/** The columns that can be changed. */
export type CarrierChange = Partial<Omit<CarrierRow, 'sid' | 'account' | 'created_at'>>;

/** The changed row; undefined when the account has no such carrier. */
export function updateCarrier(
  tx: Queries,
  { account, sid }: Pick<CarrierRow, 'account' | 'sid'>,
  change: CarrierChange,
): Promise<CarrierRow | undefined> {
  return tx
    .updateTable('carriers')
    .set(change)
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returningAll()
    .executeTakeFirst();
}

/** Unsets the default carrier, so that another one can be it. */
export async function clearDefault(tx: Queries, account: string): Promise<void> {
  await tx
    .updateTable('carriers')
    .set({ is_default: 0 })
    .where('account', '=', account)
    .where('is_default', '=', 1)
    .execute();
}

export function findCarrier(db: Queries, account: string, sid: string): Promise<CarrierRow | undefined> {
  return db
    .selectFrom('carriers')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

export async function deleteCarrier(tx: Queries, account: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('carriers')
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}

/** How many addresses belong to the carrier. */
export async function countAddressesOf(db: Queries, account: string, carrier: string): Promise<number> {
  const rows = await db
    .selectFrom('addresses')
    .select('sid')
    .where('account', '=', account)
    .where('carrier', '=', carrier)
    .execute();
  return rows.length;
}

/** Carriers of the account, newest first; positions are SIDs. */
export function listCarriers(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<CarrierRow>> {
  return fetchPage(request, db.selectFrom('carriers').selectAll().where('account', '=', account));
}

/** An address, and the account that may have assigned it. */
export type AccountAddress = { account: string; address: string };

/** The statement that finds whether an address is assigned, its carrier, and the account's default: always one row. */
export function addressCarrierStatement(db: Queries, value: Values<AccountAddress>) {
  return db
    .selectFrom(db.selectNoFrom(sql.lit(1).as('row')).as('one'))
    .leftJoin('addresses', (join) =>
      join.on('addresses.account', '=', value('account')).on('addresses.address', '=', value('address')),
    )
    .leftJoin('carriers', (join) =>
      join.on('carriers.account', '=', value('account')).on('carriers.is_default', '=', sql.lit(1)),
    )
    .select(['addresses.sid as address_sid', 'addresses.carrier', 'carriers.sid as default_carrier']);
}

const findAddressCarrier = prepared(addressCarrierStatement);

type AddressCarrierRow = {
  address_sid: string | null;
  carrier: string | null;
  default_carrier: string | null;
};

/**
 * The SID of the carrier of an address: its own where the address is assigned (null is the test
 * carrier), otherwise the account's default. `isKnown` tells the two apart.
 */
export type AddressCarrier = { carrier: string | null; isKnown: boolean };

/** Which carrier follows from a row of `addressCarrierStatement`. */
export function addressCarrierOf(row: AddressCarrierRow | undefined): AddressCarrier {
  if (row === undefined) return { carrier: null, isKnown: false };
  const isKnown = row.address_sid !== null;
  return { carrier: isKnown ? row.carrier : row.default_carrier, isKnown };
}

/** The carrier of an address of the account. */
export async function carrierOfAddress(
  db: Queries,
  account: string,
  address: string,
): Promise<AddressCarrier> {
  return addressCarrierOf((await findAddressCarrier(db, { account, address }))[0]);
}

/** Stores that a request which must not be made twice is started; false when it was started before. */
export async function beginAttempt(tx: Queries, attempt: CarrierAttemptRow): Promise<boolean> {
  const rows = await tx
    .insertInto('carrier_attempts')
    .values(attempt)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['key'])).doNothing())
    .returning('key')
    .execute();
  return rows.length === 1;
}

/** Deletes the attempt: its outcome is known. */
export async function endAttempt(
  tx: Queries,
  { key, shard }: Pick<CarrierAttemptRow, 'key' | 'shard'>,
): Promise<void> {
  await tx.deleteFrom('carrier_attempts').where('key', '=', key).where('shard', '=', shard).execute();
}

const findAll = prepared((db, value: Values<{ account: string }>) =>
  db
    .selectFrom('carriers')
    .select(['sid', 'carrier_account', 'dialect', 'token', 'signing_key', 'checks_signatures'])
    .where('account', '=', value('account')),
);

/** What is needed of a carrier to authenticate its posts. */
export type PostingCarrier = Pick<
  CarrierRow,
  'sid' | 'carrier_account' | 'dialect' | 'token' | 'signing_key' | 'checks_signatures'
>;

/** All carriers of the account, in no order; the test carrier is none of them. Each post asks for them. */
export const carriersOf: (db: Queries, account: string) => Promise<readonly PostingCarrier[]> = sharedLookup(
  (db, account) => findAll(db, { account }),
);
