/**
 * Ending the active executions that a published revision leaves behind. The work is a job that proceeds in batches;
 * after a crash it goes on behind the last batch that was recorded, and an execution that was ended stays counted once.
 */

import { requireFlow } from '../../flows/service.ts';
import { actingPersonOf } from '../../platform/acting-person.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionEndingRow } from '../../platform/database/schema/publishing.ts';
import type { FlowRow } from '../../platform/database/schema/tables.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { Refusal } from '../../platform/errors.ts';
import type { JobSubject } from '../../platform/jobs/job-handler.ts';
import { enqueueJob, findJobs } from '../../platform/jobs/queue.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { closeEnding, insertEnding, listEndings as listRows, listRunningEndings } from './store.ts';

export type { ExecutionEndingRow };

/**
 * Begins to end those that the published revision of the flow leaves behind; returns the one that is running already
 * where it ends the same.
 *
 * @throws Refusal not-found; bad-request for a flow that was never published
 */
export async function startEnding(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  executions: ExecutionEndingRow['executions'],
): Promise<ExecutionEnding> {
  const row = await ctx.database.write(async (tx) => {
    const flow = await requireFlow(tx, caller, flowSid);
    const { published_revision: revision } = flow;
    if (revision === null) throw new Refusal('bad-request', 'The flow has no published revision');
    const begun_by = JSON.stringify(actingPersonOf(caller));
    return enqueueEnding(ctx, tx, { flow, revision, executions, begun_by });
  });
  ctx.wake('jobs');
  return { ...row, status: 'running', problem: null };
}

/** Enqueues the job, in the transaction of a publish. Gives the ending that is running already where it ends the same. */
export async function enqueueEnding(
  ctx: ServiceContext,
  tx: Queries,
  wanted: { flow: FlowRow } & Pick<ExecutionEndingRow, 'revision' | 'executions' | 'begun_by'>,
): Promise<ExecutionEndingRow> {
  const { flow, revision, executions, begun_by } = wanted;
  const same = await listRunningEndings(tx, { flow: flow.sid, revision, executions });
  // One that failed holds up none that is asked for later.
  const running = (await withState(tx, same)).find(({ status }) => status === 'running');
  if (running !== undefined) return running;
  const row: ExecutionEndingRow = {
    sid: ctx.ids.sid('EE'),
    account: flow.account,
    flow: flow.sid,
    revision,
    executions,
    targets: null,
    position: null,
    total: null,
    ended: 0,
    failed: 0,
    created_at: ctx.clock.now(),
    completed_at: null,
    begun_by,
  };
  await insertEnding(tx, row);
  await enqueueEndingJob(tx, { ending: row, step: 1, now: row.created_at });
  return row;
}

/** The key of its job. */
const jobOfEnding = (sid: string) => `end-executions ${sid}`;

/** `failed`: its job failed for good, `problem` says why; it goes on once that is retried. */
export type ExecutionEnding = ExecutionEndingRow & {
  status: 'running' | 'completed' | 'failed';
  problem: string | null;
};

/** Closes an ending whose job is discarded: it ends no more. An earlier version counted its jobs behind the SID. */
export const endingOfJob: JobSubject = async (ctx, tx, { key }, change) => {
  const [, sid = ''] = key.split(' ');
  if (change === 'discarded') await closeEnding(tx, sid, ctx.clock.now());
};

async function withState(db: Queries, rows: readonly ExecutionEndingRow[]): Promise<ExecutionEnding[]> {
  const running = rows.filter(({ completed_at }) => completed_at === null);
  const jobs = await findJobs(
    db,
    running.map(({ sid, account }) => ({ key: jobOfEnding(sid), shard: shardOfAccount(account) })),
  );
  return rows.map((row) => {
    const job = jobs.get(jobOfEnding(row.sid));
    if (job?.dead_at != null) return { ...row, status: 'failed', problem: job.problem };
    return { ...row, status: row.completed_at === null ? 'running' : 'completed', problem: null };
  });
}

/** Each job makes a bounded number of steps and enqueues the next one; `step` counts the jobs. */
export async function enqueueEndingJob(
  tx: Queries,
  { ending, step, now }: { ending: ExecutionEndingRow; step: number; now: number },
): Promise<void> {
  await enqueueJob(tx, {
    key: jobOfEnding(ending.sid),
    kind: 'end-executions',
    account: ending.account,
    execution: null,
    payload: JSON.stringify({ ending: ending.sid, step }),
    run_at: now,
    created_at: now,
  });
}

/** Newest first. @throws Refusal not-found */
export async function listEndings(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionEnding>> {
  await requireFlow(ctx.database.replica, caller, flowSid);
  const page = await listRows(ctx.database.replica, flowSid, request);
  return { ...page, rows: await withState(ctx.database.replica, page.rows) };
}
