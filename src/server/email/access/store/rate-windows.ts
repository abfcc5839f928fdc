/** Store: rate limit windows, with the number of requests that all processes have reserved. */

import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { hotKey } from '../../../platform/database/hot-key.ts';
import { prepared, type Values } from '../../../platform/database/prepared-query.ts';
import { shardOfSubject } from '../../../platform/database/shard.ts';

type Consumption = { subject: string; endpoint: string; started_at: number; count: number };
type ConsumptionInShard = Consumption & { shard: number };

const consume = prepared((db, value: Values<ConsumptionInShard>) =>
  db
    .insertInto('email_rate_windows')
    .values({
      subject: value('subject'),
      shard: value('shard'),
      endpoint: value('endpoint'),
      started_at: value('started_at'),
      taken: value('count'),
    })
    .onConflict((conflict) =>
      conflict.columns(hotKey(db, ['subject', 'endpoint'])).doUpdateSet({
        started_at: sql`case when email_rate_windows.started_at < excluded.started_at
          then excluded.started_at else email_rate_windows.started_at end`,
        taken: sql`case when email_rate_windows.started_at < excluded.started_at
          then excluded.taken else email_rate_windows.taken + excluded.taken end`,
      }),
    )
    .returning('taken'),
);

/** Reserves `count` requests of the window that began at `started_at`; returns how many are reserved in total. */
export async function consumeFromWindow(tx: Queries, consumption: Consumption): Promise<number> {
  const [row] = await consume(tx, { ...consumption, shard: shardOfSubject(consumption.subject) });
  return Number(row?.taken ?? consumption.count);
}

/** Deletes windows that began before `before`. */
export async function deleteExpiredWindows(tx: Queries, before: number): Promise<void> {
  await tx.deleteFrom('email_rate_windows').where('started_at', '<', before).execute();
}
