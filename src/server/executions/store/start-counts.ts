/** Stores how many executions an account has started in each second: a fixed-window rate limit. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StartCountRow } from '../../platform/database/schema/start-limits.ts';

type Window = Pick<StartCountRow, 'account' | 'door' | 'second'>;

const countOne = prepared((db, value: Values<Window & { limit: number }>) =>
  db
    .insertInto('start_counts')
    .values({
      account: value('account'),
      door: value('door'),
      second: value('second'),
      taken: sql.lit(1),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'door', 'second'])
        .doUpdateSet({ taken: sql<number>`start_counts.taken + 1` })
        .where('start_counts.taken', '<', value('limit')),
    )
    .returning('taken'),
);

/**
 * Counts one more. False, and nothing is changed, when `limit` (at least 1) have been counted. The first of a
 * second deletes older windows.
 */
export async function countStartInSecond(tx: Queries, window: Window, limit: number): Promise<boolean> {
  const [row] = await countOne(tx, { ...window, limit });
  if (row?.taken === 1) await deleteExpired(tx, window);
  return row !== undefined;
}

/** Processes' clocks differ by less than a minute, so a window that old is over for all of them. */
const keptSeconds = 60;

const deleteOld = prepared((db, value: Values<Window>) =>
  db
    .deleteFrom('start_counts')
    .where('account', '=', value('account'))
    .where('door', '=', value('door'))
    .where('second', '<', value('second'))
    .returning('second'),
);

async function deleteExpired(tx: Queries, { account, door, second }: Window): Promise<void> {
  await deleteOld(tx, { account, door, second: second - keptSeconds });
}
