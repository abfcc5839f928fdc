/** The rows that count how many executions an account begins in a second, across all processes. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StartCountRow } from '../../platform/database/schema/start-limits.ts';

type Counted = Pick<StartCountRow, 'account' | 'door' | 'second'>;

const countOne = prepared((db, value: Values<Counted & { limit: number }>) =>
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
 * second clears away the seconds before it.
 */
export async function takeStart(tx: Queries, counted: Counted, limit: number): Promise<boolean> {
  const [row] = await countOne(tx, { ...counted, limit });
  if (row?.taken === 1) await dropBefore(tx, counted);
  return row !== undefined;
}

/** Processes' clocks differ by less than a minute, so a second that old is over for all of them. */
const keptSeconds = 60;

const dropOld = prepared((db, value: Values<Counted>) =>
  db
    .deleteFrom('start_counts')
    .where('account', '=', value('account'))
    .where('door', '=', value('door'))
    .where('second', '<', value('second'))
    .returning('second'),
);

async function dropBefore(tx: Queries, { account, door, second }: Counted): Promise<void> {
  await dropOld(tx, { account, door, second: second - keptSeconds });
}
