/** Job handler: ends or deletes the executions of a batch, a bounded number of them in each job. */

import { ageCursor } from '../../platform/database/age-cursor.ts';
import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type AccountExecutionFilter, nextAccountExecutions } from '../account-list/service.ts';
import { inConcurrentTurns } from '../service/concurrent-turns.ts';
import { deleteIfPresent, endIfActive } from '../service/executions.ts';
import { type ExecutionBatchRow, enqueueBatchJob } from './service.ts';
import { closeBatch, countOne, findBatch, saveProgress } from './store.ts';

type Payload = { batch: string; step: number };

/** Executions that are read at once. */
const pageSize = 100;
/** Pages of one job: other jobs go between two of them. */
const pagesPerJob = 5;

export const handleBatchJob: JobHandler = async (ctx, _tools, job) => {
  const { batch: sid, step } = JSON.parse(job.payload) as Payload;
  let isOver = false;
  for (let page = 0; page < pagesPerJob && !isOver; page += 1) {
    const batch = await findBatch(ctx.database.read, sid);
    isOver = batch?.status !== 'running' || !(await dealWithPage(ctx, batch));
  }
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const now = ctx.clock.now();
    const batch = await findBatch(tx, sid);
    if (batch?.status !== 'running') return;
    if (isOver) await closeBatch(tx, sid, { status: 'completed', now });
    else await enqueueBatchJob(tx, { batch, step: step + 1, now });
  });
  ctx.wake('jobs');
  return done;
};

/** False when there are no more. */
async function dealWithPage(ctx: ServiceContext, batch: ExecutionBatchRow): Promise<boolean> {
  const { sid, account, action } = batch;
  const filter = JSON.parse(batch.filter) as AccountExecutionFilter;
  const found = await nextAccountExecutions(ctx, account, filter, {
    position: batch.position,
    size: pageSize,
  });
  const count = (tx: Parameters<typeof countOne>[0]) => countOne(tx, sid, 'done');
  await inConcurrentTurns(
    ctx,
    found.rows,
    (execution) =>
      action === 'end'
        ? endIfActive(ctx, execution, batch.begun_by, () => true, count)
        : deleteIfPresent(ctx, execution, count),
    () => ctx.database.write((tx) => countOne(tx, sid, 'failed')),
  );
  const last = found.rows.at(-1);
  const position = found.searchedTo ?? (last === undefined ? null : ageCursor(last));
  if (!found.older || position === null) return false;
  await ctx.database.write((tx) => saveProgress(tx, sid, { position, now: ctx.clock.now() }));
  return true;
}
