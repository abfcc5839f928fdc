/** Takes away what the live streams and sinks need no more. */

import type { ServiceContext } from '../platform/service-context.ts';
import { accountsWithTurns, deleteOldTurns } from './store.ts';

/** Small enough that nobody waits long for a batch. */
const batchSize = 500;

/** Sweeps turns that are older than the settings say, in small transactions, and gives how many. */
export async function deleteExpiredTurns(
  ctx: ServiceContext,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = ctx.clock.now() - ctx.config.liveKeepHours * 3_600_000;
  let total = 0;
  for (const account of await accountsWithTurns(ctx.database.read)) {
    for (let deleted = batchSize; deleted === batchSize && !stopped(); total += deleted) {
      deleted = await ctx.database.write((tx) => deleteOldTurns(tx, { account, before, limit: batchSize }));
    }
  }
  return total;
}
