/** The rows of suppressions. Addresses are in small letters throughout. */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner, SuppressionRow } from '../../platform/database/schema/email.ts';

/** A piece of a list: epoch milliseconds, both included; null where there is no bound. */
export type SuppressionRange = { from: number | null; to: number | null; limit: number; offset: number };

/** Adds addresses; who is on the list already stays there with the new reason. */
export async function upsertSuppressions(tx: Queries, rows: readonly SuppressionRow[]): Promise<void> {
  for (const row of rows) {
    const { reason, status, ip, created_at } = row;
    await tx
      .insertInto('suppressions')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'region', 'email', 'list'])
          .doUpdateSet({ reason, status, ip, created_at }),
      )
      .execute();
  }
}

/** Newest first. */
export function listSuppressions(
  db: Queries,
  { account, region }: Owner,
  list: SuppressionList,
  { from, to, limit, offset }: SuppressionRange,
): Promise<SuppressionRow[]> {
  let query = db
    .selectFrom('suppressions')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .where('list', '=', list);
  if (from !== null) query = query.where('created_at', '>=', from);
  if (to !== null) query = query.where('created_at', '<=', to);
  return query.orderBy('created_at', 'desc').orderBy('email', 'desc').limit(limit).offset(offset).execute();
}

/** Every entry of these addresses, on whatever list. */
export function findSuppressions(
  db: Queries,
  { account, region }: Owner,
  emails: readonly string[],
): Promise<SuppressionRow[]> {
  return db
    .selectFrom('suppressions')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .where('email', 'in', emails)
    .execute();
}

/** Takes addresses off a list (null: all of them) and gives how many were on it. */
export async function deleteSuppressions(
  tx: Queries,
  { account, region }: Owner,
  list: SuppressionList,
  emails: readonly string[] | null,
): Promise<number> {
  const query = tx
    .deleteFrom('suppressions')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('list', '=', list);
  const { numDeletedRows } = await (emails === null
    ? query
    : query.where('email', 'in', emails)
  ).executeTakeFirst();
  return Number(numDeletedRows);
}
