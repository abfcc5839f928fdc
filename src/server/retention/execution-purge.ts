/** Removes personal data in small batches, each a short transaction of its own, so that turns go on in between. */

import { lockExecution } from '../executions/service/lookup.ts';
import { takeTurn } from '../executions/service/turn.ts';
import { inTurnTransaction } from '../executions/service/turn-transaction.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { executionsToPurge, type RemovedCounts, removePersonalData } from './store.ts';

/** Executions in one transaction: some milliseconds of turn. */
export const batchSize = 25;

/**
 * Removes the personal data of the account's oldest executions that began at `before` or earlier (epoch ms).
 * One that is still active is stopped first, as at the end of its life, so that its call is hung up and its
 * subflow ends with it. Null when there was nothing to remove.
 */
export async function purgeBatch(
  ctx: ServiceContext,
  account: string,
  before: number,
): Promise<RemovedCounts | null> {
  const due = await executionsToPurge(ctx.database.read, { account, before, limit: batchSize });
  if (due.length === 0) return null;
  for (const { sid, status } of due) if (status === 'active') await stopExecution(ctx, sid);
  const sids = due.map(({ sid }) => sid);
  return ctx.database.write((tx) => removePersonalData(tx, sids, ctx.clock.now()));
}

/** One that cannot be stopped in good order loses its data all the same. */
async function stopExecution(ctx: ServiceContext, sid: string): Promise<void> {
  try {
    await inTurnTransaction(ctx, async (turn) => {
      const row = await lockExecution(turn, sid);
      if (row !== undefined) await takeTurn(turn, row, { kind: 'stop' });
    });
  } catch (error) {
    ctx.log.error(
      { err: error, execution: sid },
      'An execution could not be stopped at the end of its period',
    );
  }
}
