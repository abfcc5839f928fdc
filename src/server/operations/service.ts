/** Service functions of operations: job counts, and retry or discard of failed jobs. */

import { lockExecution } from '../executions/service/lookup.ts';
import { failPendingEffect } from '../executions/service/pending-effect.ts';
import { inTurnTransaction } from '../executions/service/turn-transaction.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { changeSubject, type JobHandlers } from '../platform/jobs/job-handler.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import {
  countDeadJobs,
  countJobs,
  discardJob as discardRow,
  findJob,
  type JobCounts,
  type JobStatus,
  jobPosition,
  type ListedJob,
  listJobs as listRows,
  parseJobPosition,
  requeueJob,
} from './job-store.ts';

export type { ListedJob };

/** A job that has been due for longer is late: all workers are busy, or none runs. */
const lateAfterMs = 10_000;

export const positionOfJob = jobPosition;

export function isJobPosition(text: string): boolean {
  return parseJobPosition(text) !== null;
}

/** Counts of the caller's jobs; of all accounts' jobs without a caller. */
export function fetchJobCounts(ctx: ServiceContext, caller: Caller | null): Promise<JobCounts> {
  const now = ctx.clock.now();
  const account = caller?.account ?? null;
  return countJobs(ctx.database.replica, { account, now, lateSince: now - lateAfterMs });
}

/** The last failed, or last due, first. */
export function listJobs(
  ctx: ServiceContext,
  { account }: Caller,
  status: JobStatus,
  request: KeysetPageRequest,
): Promise<KeysetPage<ListedJob>> {
  return listRows(ctx.database.replica, { account, status }, request);
}

/** @throws Refusal when the caller has no such job */
export async function fetchJob(ctx: ServiceContext, { account }: Caller, key: string): Promise<ListedJob> {
  const job = await findJob(ctx.database.replica, account, key);
  if (job === undefined) throw notFound();
  return job;
}

/**
 * Retries a failed job: it is due at once, with all its attempts before it.
 * @throws Refusal when the caller has no such job, or (conflict) it has not failed, or what it is about has gone on without it
 */
export async function retryJob(
  ctx: ServiceContext,
  caller: Caller,
  key: string,
  handlers: JobHandlers,
): Promise<ListedJob> {
  const { account } = caller;
  const done = await ctx.database.write(async (tx) => {
    const job = await requeueJob(tx, account, key, ctx.clock.now());
    if (job !== undefined) await changeSubject(ctx, tx, { handlers, job, change: 'retried' });
    return job !== undefined;
  });
  const job = await fetchJob(ctx, caller, key);
  if (!done) throw notFailed();
  ctx.wake();
  return job;
}

/**
 * Discards a failed job and returns it as it was. An execution that waits for it goes on as after a
 * failure.
 * @throws Refusal when the caller has no such job, or (conflict) it has not failed
 */
export async function discardJob(
  ctx: ServiceContext,
  caller: Caller,
  key: string,
  handlers: JobHandlers,
): Promise<ListedJob> {
  const listed = await fetchJob(ctx, caller, key);
  await inTurnTransaction(ctx, async (turn) => {
    const execution = listed.execution === null ? undefined : await lockExecution(turn, listed.execution);
    const job = await discardRow(turn.tx, caller.account, key);
    if (job === undefined) throw notFailed();
    if (execution !== undefined) await failPendingEffect(turn, execution, job);
    await changeSubject(ctx, turn.tx, { handlers, job, change: 'discarded' });
  });
  ctx.wake();
  return listed;
}

function notFailed(): Refusal {
  return new Refusal('conflict', 'The job has not failed: it is waiting for its next attempt');
}

/** How many jobs of each account have failed. What alerts failed to send is left out: it would be an alert about alerts. */
export const failedJobsByAccount = (ctx: ServiceContext, limit: number) =>
  countDeadJobs(ctx.database.read, 'alert', limit);
