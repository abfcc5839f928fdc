/** Store: how much email of a domain that is warmed up was sent on the day. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import type { Owner, WarmUpCountRow } from '../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { ofOwner } from '../owned-store.ts';

/** Counts one more email of the day; false when there are `ceiling` already. Earlier days are forgotten. */
export async function countWarmUp(
  tx: Queries,
  row: Omit<WarmUpCountRow, 'shard' | 'sent'>,
  ceiling: number,
): Promise<boolean> {
  const counted = await tx
    .insertInto('warm_up_counts')
    .values({ ...row, shard: shardOfAccount(row.account), sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(tx, ['account', 'region', 'domain']))
        .doUpdateSet({
          day: row.day,
          sent: sql`case when warm_up_counts.day = excluded.day then warm_up_counts.sent + 1 else 1 end`,
        })
        .where(sql<boolean>`warm_up_counts.day <> excluded.day or warm_up_counts.sent < ${ceiling}`),
    )
    .returning('sent')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Of all domains of the owner. */
export function listWarmUpCounts(
  db: Queries,
  { account, region }: Owner,
): Promise<Pick<WarmUpCountRow, 'domain' | 'day' | 'sent'>[]> {
  return db
    .selectFrom('warm_up_counts')
    .select(['domain', 'day', 'sent'])
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .execute();
}

export async function deleteWarmUpCount(
  tx: Queries,
  { account, region }: Owner,
  domain: number,
): Promise<void> {
  await tx
    .deleteFrom('warm_up_counts')
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('domain', '=', domain)
    .execute();
}
