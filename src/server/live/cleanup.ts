/** Deletes turns of the event log that are older than live streams and sinks may resume from. */

import type { ServiceContext } from '../platform/service-context.ts';
import { accountsWithTurns, deleteOldTurns } from './store.ts';

/** Rows per transaction: few, so that turns do not wait long. */
const batchSize = 500;

/** Deletes turns older than the settings say, in small transactions; resolves with their number. */
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
