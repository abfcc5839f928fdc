/** Deletes turns of the event log that are older than live streams and sinks may resume from. */

import { type MaintenanceTask, runWhenDue } from '../platform/jobs/maintenance.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { deleteOldTurns } from './store.ts';

const intervalMs = 5 * 60_000;
/** Rows per transaction: few, so that turns do not wait long. */
const batchSize = 500;

/** Deletes turns older than the settings say, in small transactions with `pause` between them; resolves with their number. */
export async function deleteExpiredTurns(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<number> {
  const before = ctx.clock.now() - ctx.config.liveKeepHours * 3_600_000;
  let total = 0;
  for (let deleted = batchSize; deleted === batchSize && !isStopping(); total += deleted) {
    deleted = await ctx.database.write((tx) => deleteOldTurns(tx, { before, limit: batchSize }));
    if (deleted === batchSize) await pause();
  }
  return total;
}

/** One process at a time deletes them. */
export const liveCleanup: MaintenanceTask = {
  name: 'live cleanup',
  intervalMs: () => intervalMs,
  run: (ctx, pause, isStopping) =>
    runWhenDue(ctx, { name: 'live', intervalMs }, () => deleteExpiredTurns(ctx, pause, isStopping)),
};
