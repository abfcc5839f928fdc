/** Deletes edits that are older than anybody may go back to. */

import { type MaintenanceTask, runWhenDue } from '../../platform/jobs/maintenance.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { deleteOldBlocks } from './block-store.ts';
import { deleteOldEdits } from './store.ts';

const intervalMs = 3_600_000;
/** How long edits are kept: a page that was offline for longer goes on from the newest copy. */
const editRetentionMs = 30 * 86_400_000;
/** Rows per transaction: few, so that edits do not wait long. */
const batchSize = 500;
const blocksPerBatch = 100;

/** Deletes edits older than 30 days that a snapshot has, in small transactions; resolves with their number. */
export async function deleteExpiredEdits(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<number> {
  const before = ctx.clock.now() - editRetentionMs;
  let total = 0;
  for (let isDone = false; !isDone && !isStopping(); ) {
    const { blocks, folded, rows } = await ctx.database.write(async (tx) => ({
      ...(await deleteOldBlocks(tx, { before, limit: blocksPerBatch })),
      rows: await deleteOldEdits(tx, { before, limit: batchSize }),
    }));
    total += folded + rows;
    isDone = blocks < blocksPerBatch && rows < batchSize;
    if (!isDone) await pause();
  }
  return total;
}

/** One process at a time deletes them. */
export const editCleanup: MaintenanceTask = {
  name: 'edit cleanup',
  intervalMs: () => intervalMs,
  run: (ctx, pause, isStopping) =>
    runWhenDue(ctx, { name: 'edits', intervalMs }, () => deleteExpiredEdits(ctx, pause, isStopping)),
};
