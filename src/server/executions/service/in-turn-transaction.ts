/** The one way to move executions: a transaction, and after its commit the news of it. */

import type { Queries } from '../../platform/database/database.ts';
import { publishChanges } from '../../platform/notification-handlers.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { bindActiveSpan } from '../../platform/tracing.ts';
import { recordTurnMetrics } from '../turn/metrics.ts';
import { createTurnTransaction, type TurnTransaction } from './turn-transaction.ts';

/**
 * Runs `move` in one transaction; then wakes the worker when there is something to do, and whoever waits for
 * an execution that moved. `replyTo` is the inbound message that is being answered.
 */
export async function inTurnTransaction<T>(
  ctx: ServiceContext,
  move: (work: TurnTransaction) => Promise<T>,
  replyTo: string | null = null,
): Promise<T> {
  const { work, value } = await ctx.database.write(
    bindActiveSpan(async (tx: Queries) => {
      const begun = createTurnTransaction(ctx, tx, replyTo);
      return { value: await runWithPendingWrites(begun, move), work: begun };
    }),
  );
  recordTurnMetrics(work);
  if (work.wakesWorker) ctx.wake();
  publishChanges(ctx, work.changed);
  return value;
}

/** A write that failed on its way is why whatever followed it failed too, so its error counts. */
async function runWithPendingWrites<T>(
  work: TurnTransaction,
  move: (work: TurnTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await move(work);
  } finally {
    await Promise.all(work.pendingWrites);
  }
}
