/**
 * Ends or deletes the executions that a filter finds. The work is a job that proceeds along the list; after a crash it
 * goes on behind the last position that was recorded. An execution is counted in the transaction that ends or deletes
 * it, so it counts once.
 */

import { actingPersonOf } from '../../platform/acting-person.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionBatchRow } from '../../platform/database/schema/execution-lists.ts';
import { notFound } from '../../platform/errors.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type AccountExecutionFilter, countAccountExecutions } from '../account-list/service.ts';
import { closeBatch, findBatch, insertBatch, listBatches as listRows } from './store.ts';

export type { ExecutionBatchRow };

/** Begins to end or delete those that are there now. */
export async function startBatch(
  ctx: ServiceContext,
  caller: Caller,
  action: ExecutionBatchRow['action'],
  filter: AccountExecutionFilter,
): Promise<ExecutionBatchRow> {
  const { account } = caller;
  const now = ctx.clock.now();
  const own: AccountExecutionFilter = {
    ...filter,
    // What starts from now on was neither counted nor shown.
    to: Math.min(filter.to ?? now + 1, now + 1),
    ...(action === 'end' && { status: 'active' }),
  };
  // Ended ones are not ended again.
  const isNothing = action === 'end' && filter.status === 'ended';
  const total = isNothing ? 0 : (await countAccountExecutions(ctx, account, own)).count;
  const row: ExecutionBatchRow = {
    sid: ctx.ids.sid('EB'),
    account,
    action,
    filter: isNothing ? '{}' : JSON.stringify(own),
    status: isNothing ? 'completed' : 'running',
    total,
    done: 0,
    failed: 0,
    position: null,
    begins_at: now,
    created_at: now,
    updated_at: null,
    begun_by: JSON.stringify(actingPersonOf(caller)),
  };
  await ctx.database.write(async (tx) => {
    await insertBatch(tx, row);
    if (!isNothing) await enqueueBatchJob(tx, { batch: row, step: 1, now });
  });
  ctx.wake('jobs');
  return row;
}

/** Each job deals with a bounded number of executions and enqueues the next one; `step` counts the jobs. */
export async function enqueueBatchJob(
  tx: Queries,
  { batch, step, now }: { batch: ExecutionBatchRow; step: number; now: number },
): Promise<void> {
  await enqueueJob(tx, {
    key: `execution-batch ${batch.sid} ${step}`,
    kind: 'execution-batch',
    account: batch.account,
    execution: null,
    payload: JSON.stringify({ batch: batch.sid, step }),
    run_at: now,
    created_at: now,
  });
}

/** Newest first; positions are by age. */
export function listBatches(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionBatchRow>> {
  return listRows(ctx.database.replica, account, request);
}

/** Stops a batch before its next part; one that is over stays as it is. @throws Refusal not-found */
export async function cancelBatch(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ExecutionBatchRow> {
  return ctx.database.write(async (tx) => {
    const row = await findBatch(tx, sid);
    if (row?.account !== account) throw notFound();
    await closeBatch(tx, sid, { status: 'canceled', now: ctx.clock.now() });
    return (await findBatch(tx, sid)) ?? row;
  });
}
