/** Store: inbound parse statistics, a counter for each day and shard. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import { prepared, type Values, valuesOf } from '../../platform/database/prepared-query.ts';
import type { Owner, ParseStatsRow } from '../../platform/database/schema/email.ts';

const increment = prepared((db, value: Values<ParseStatsRow>) =>
  db
    .insertInto('parse_stats')
    .values({
      ...valuesOf(value, 'account', 'shard', 'region', 'day', 'slot', 'received'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(db, ['account', 'region', 'day', 'slot']))
        .doUpdateSet({ received: sql`parse_stats.received + excluded.received` }),
    ),
);

/**
 * Adds `received` messages to the counter of that day (YYYY-MM-DD) in their shard, so that a message is received on one node, and
 * transactions that count at once seldom wait for each other's commit.
 */
export async function incrementReceived(tx: Queries, row: Omit<ParseStatsRow, 'slot'>): Promise<void> {
  await increment(tx, { ...row, slot: 0 });
}

const findDays = prepared(
  (db, value: Values<{ account: string; region: string; from: string; to: string }>) =>
    db
      .selectFrom('parse_stats')
      .select(['day', sql<number>`cast(sum(received) as bigint)`.as('received')])
      .where('account', '=', value('account'))
      .where('region', '=', value('region') as Owner['region'])
      .where('day', '>=', value('from'))
      .where('day', '<=', value('to'))
      .groupBy('day'),
);

/** Messages of each day that had any, from `from` to `to` (YYYY-MM-DD, both inclusive). */
export async function findReceivedByDay(
  db: Queries,
  { account, region }: Owner,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; received: number }[]> {
  return findDays(db, { account, region, from, to });
}
