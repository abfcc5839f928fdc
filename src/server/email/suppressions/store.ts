/** Store: suppression lists. Addresses are in lower case. */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import type { Owner, SuppressionRow } from '../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { ofOwner } from '../owned-store.ts';

/** What is stored of an address on a list. */
export type SuppressionEntry = Omit<SuppressionRow, 'shard'>;

const columns = ['account', 'region', 'list', 'email', 'reason', 'status', 'ip', 'created_at'] as const;

/** Time range and page of a list: epoch milliseconds, both inclusive, null without a bound. */
export type SuppressionRange = { from: number | null; to: number | null; limit: number; offset: number };

/** Inserts addresses; one that is on the list already gets the new reason. Of several for one address the last counts. */
export async function upsertSuppressions(tx: Queries, rows: readonly SuppressionEntry[]): Promise<void> {
  if (rows.length === 0) return;
  const once = new Map(
    rows.map((row) => [JSON.stringify([row.account, row.region, row.list, row.email]), row]),
  );
  await tx
    .insertInto('suppressions')
    .values([...once.values()].map((row) => ({ ...row, shard: shardOfAccount(row.account) })))
    .onConflict((conflict) =>
      conflict.columns(hotKey(tx, ['account', 'region', 'email', 'list'])).doUpdateSet((eb) => ({
        reason: eb.ref('excluded.reason'),
        status: eb.ref('excluded.status'),
        ip: eb.ref('excluded.ip'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** Inserts addresses, and leaves those that are on the list as they are; returns how many were new. */
export async function insertSuppressions(tx: Queries, rows: readonly SuppressionEntry[]): Promise<number> {
  const inserted = await tx
    .insertInto('suppressions')
    .values(rows.map((row) => ({ ...row, shard: shardOfAccount(row.account) })))
    .onConflict((conflict) =>
      conflict.columns(hotKey(tx, ['account', 'region', 'email', 'list'])).doNothing(),
    )
    .returning('email')
    .execute();
  return inserted.length;
}

/** Newest first. */
export function listSuppressions(
  db: Queries,
  { account, region }: Owner,
  list: SuppressionList,
  { from, to, limit, offset }: SuppressionRange,
): Promise<SuppressionEntry[]> {
  let query = db
    .selectFrom('suppressions')
    .select(columns)
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('list', '=', list);
  if (from !== null) query = query.where('created_at', '>=', from);
  if (to !== null) query = query.where('created_at', '<=', to);
  return query.orderBy('created_at', 'desc').orderBy('email', 'desc').limit(limit).offset(offset).execute();
}

/** Entries of some lists from a time on, oldest first; `after` is the last one of the page before. */
export function listSuppressionsSince(
  db: Queries,
  { account, region }: Owner,
  list: SuppressionList,
  {
    from,
    to,
    after,
    limit,
  }: {
    from: number;
    to: number;
    after: Pick<SuppressionEntry, 'created_at' | 'email'> | undefined;
    limit: number;
  },
): Promise<SuppressionEntry[]> {
  let query = db
    .selectFrom('suppressions')
    .select(columns)
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('list', '=', list)
    .where('created_at', '>=', after?.created_at ?? from)
    .where('created_at', '<', to);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('created_at', '>', after.created_at), eb('email', '>', after.email)]),
    );
  }
  return query.orderBy('created_at').orderBy('email').limit(limit).execute();
}

/** The entries of these addresses, on all lists. */
export function findSuppressions(
  db: Queries,
  { account, region }: Owner,
  emails: readonly string[],
): Promise<SuppressionEntry[]> {
  return db
    .selectFrom('suppressions')
    .select(columns)
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('email', 'in', emails)
    .execute();
}

/** Deletes addresses from a list; returns how many were on it. */
export async function deleteSuppressions(
  tx: Queries,
  { account, region }: Owner,
  list: SuppressionList,
  emails: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('suppressions')
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('list', '=', list)
    .where('email', 'in', emails)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
