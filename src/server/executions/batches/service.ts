/**
 * Ends or deletes the executions that a filter finds. The work is a job that proceeds along the list; after a crash it
 * goes on behind the last position that was recorded. An execution is counted in the transaction that ends or deletes
 * it, so it counts once.
 */

import { actingPersonOf } from '../../platform/acting-person.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionBatchRow } from '../../platform/database/schema/execution-lists.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { notFound } from '../../platform/errors.ts';
import type { JobSubject } from '../../platform/jobs/job-handler.ts';
import { enqueueJob, findJobs } from '../../platform/jobs/queue.ts';
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
): Promise<ExecutionBatch> {
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
  return { ...row, problem: null };
}

/** The key of its job. */
const jobOfBatch = (sid: string) => `execution-batch ${sid}`;

/** `failed`: its job failed for good, `problem` says why; it goes on once that is retried. */
export type ExecutionBatch = Omit<ExecutionBatchRow, 'status'> & {
  status: ExecutionBatchRow['status'] | 'failed';
  problem: string | null;
};

/** Stops a batch whose job is discarded. An earlier version counted its jobs behind the SID. */
export const batchOfJob: JobSubject = async (ctx, tx, { key }, change) => {
  const [, sid = ''] = key.split(' ');
  if (change === 'discarded') await closeBatch(tx, sid, { status: 'canceled', now: ctx.clock.now() });
};

/** Each job deals with a bounded number of executions and enqueues the next one; `step` counts the jobs. */
export async function enqueueBatchJob(
  tx: Queries,
  { batch, step, now }: { batch: ExecutionBatchRow; step: number; now: number },
): Promise<void> {
  await enqueueJob(tx, {
    key: jobOfBatch(batch.sid),
    kind: 'execution-batch',
    account: batch.account,
    execution: null,
    payload: JSON.stringify({ batch: batch.sid, step }),
    run_at: now,
    created_at: now,
  });
}

/** Newest first; positions are by age. */
export async function listBatches(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionBatch>> {
  const page = await listRows(ctx.database.replica, account, request);
  const shard = shardOfAccount(account);
  const running = page.rows.filter(({ status }) => status === 'running');
  const keys = running.map(({ sid }) => ({ key: jobOfBatch(sid), shard }));
  const jobs = await findJobs(ctx.database.replica, keys);
  return {
    ...page,
    rows: page.rows.map((row) => {
      const job = jobs.get(jobOfBatch(row.sid));
      return job?.dead_at == null
        ? { ...row, problem: null }
        : { ...row, status: 'failed', problem: job.problem };
    }),
  };
}

/** Stops a batch before its next part; one that is over stays as it is. @throws Refusal not-found */
export async function cancelBatch(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ExecutionBatch> {
  return ctx.database.write(async (tx) => {
    const row = await findBatch(tx, sid);
    if (row?.account !== account) throw notFound();
    await closeBatch(tx, sid, { status: 'canceled', now: ctx.clock.now() });
    return { ...((await findBatch(tx, sid)) ?? row), problem: null };
  });
}
