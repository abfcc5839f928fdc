/** Stores how many executions an account may have started in each second: a fixed-window rate limit. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { StartCountRow } from '../../platform/database/schema/start-limits.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';

/** Whose starts are counted. */
export type StartSource = Pick<StartCountRow, 'account'> & { source: StartCountRow['door'] };

/** A second of the clock in which they are. */
type StartWindow = StartSource & Pick<StartCountRow, 'second'>;

type WindowInShard = StartWindow & Pick<StartCountRow, 'shard'>;

type Block = { size: number; limit: number };

const countBlock = prepared((db, value: Values<WindowInShard & Block>) =>
  db
    .insertInto('start_counts')
    .values({
      account: value('account'),
      shard: value('shard'),
      door: value('source'),
      second: value('second'),
      taken: value('size'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(db, ['account', 'door', 'second']))
        .doUpdateSet({ taken: sql<number>`start_counts.taken + excluded.taken` })
        .where('start_counts.taken', '<', value('limit')),
    )
    .returning('taken'),
);

/**
 * Adds a block of `size` (1 to `limit`) to the counter of the window, while that is below `limit`, and returns what it would
 * be with the block: the counter itself goes no further. The first block of a second deletes older windows.
 */
export async function countStarts(tx: Queries, window: StartWindow, { size, limit }: Block): Promise<number> {
  const [row] = await countBlock(tx, { ...window, shard: shardOfAccount(window.account), size, limit });
  if (row?.taken === size) await deleteExpired(tx, window);
  return row?.taken ?? limit + size;
}

/** Processes' clocks differ by less than a minute, so a window that old is over for all of them. */
const keptSeconds = 60;

const deleteOld = prepared((db, value: Values<WindowInShard>) =>
  db
    .deleteFrom('start_counts')
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('door', '=', value('source'))
    .where('second', '<', value('second'))
    .returning('second'),
);

async function deleteExpired(tx: Queries, { account, source, second }: StartWindow): Promise<void> {
  await deleteOld(tx, { account, shard: shardOfAccount(account), source, second: second - keptSeconds });
}
