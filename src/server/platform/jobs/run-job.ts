/** Runs a claimed job with its handler, and persists the result: done, retry with backoff, or dead letter. */

import { requireReadable } from '../database/cell-cipher.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { Refusal } from '../errors.ts';
import { jobAttemptsTotal } from '../metrics.ts';
import type { ServiceContext } from '../service-context.ts';
import { withSpan } from '../tracing.ts';
import { changeSubject, handlerOf, type JobHandlers, type JobResult, type JobTools } from './job-handler.ts';
import { deadLetterJob, rescheduleJob } from './queue.ts';
import { backoff } from './retry-backoff.ts';

/** How often a job whose handler throws is tried. */
const maxErrors = 5;
/** How often a job is begun whose every attempt ended with its process, as of one that takes its process down. */
const maxInterrupted = 100;
/** Longest text of a problem that is kept. */
const maxProblemLength = 2_000;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;
/** For so long a job waits for a version that knows its kind. */
const unknownKindMs = 7 * 86_400_000;
const unknownKindRetryMs = 5_000;

/** Runs a job that this process has claimed. A handler that throws is logged, and does not reject this. */
export async function runJob(
  ctx: ServiceContext,
  tools: JobTools,
  handlers: JobHandlers,
  job: JobRow,
): Promise<void> {
  const attributes = { 'patchbay.job': job.kind, 'patchbay.attempt': job.attempts };
  const result = await withSpan('job', attributes, () => attempt(ctx, tools, handlers, job));
  const { key, shard, attempts } = job;
  jobAttemptsTotal.inc({ kind: job.kind, result: result.outcome });
  switch (result.outcome) {
    case 'done':
      return;
    case 'retry': {
      const { at } = result;
      const problem = storable(result.problem);
      await ctx.database.write((tx) => rescheduleJob(tx, { key, shard, attempts, run_at: at, problem }));
      ctx.wake('jobs');
      return;
    }
    case 'dead': {
      ctx.log.warn({ job: key, kind: job.kind, attempts }, 'Job failed for good');
      const problem = storable(result.problem);
      const dead_at = ctx.clock.now();
      const isDead = await ctx.database.write(async (tx) => {
        if (!(await deadLetterJob(tx, { key, shard, attempts, problem, now: dead_at }))) return false;
        await changeSubject(ctx, tx, { handlers, job: { ...job, problem, dead_at }, change: 'failed' });
        return true;
      });
      // What follows from it, such as events.
      if (isDead) ctx.wake();
    }
  }
}

/** What a database text can hold. */
function storable(problem: string): string {
  return problem.slice(0, maxProblemLength).toWellFormed().replaceAll('\0', '');
}

async function attempt(
  ctx: ServiceContext,
  tools: JobTools,
  handlers: JobHandlers,
  job: JobRow,
): Promise<JobResult> {
  const handler = handlerOf(handlers, job);
  if (handler === undefined) return leaveToNewer(ctx.clock.now(), job);
  if (job.problem === null && job.attempts > maxInterrupted)
    return { outcome: 'dead', problem: `Its process ended during each of ${maxInterrupted} attempts` };
  try {
    requireReadable(job.payload);
    return await handler.handle(ctx, tools, job);
  } catch (error) {
    ctx.log.error({ err: error, job: job.key, kind: job.kind }, 'Job handler threw');
    const problem = error instanceof Error ? error.message : String(error);
    // An unavailable database is no fault of the job, which may have many honest attempts behind it.
    const isUnavailable = error instanceof Refusal && error.kind === 'unavailable';
    if (!isUnavailable && job.attempts >= maxErrors) return { outcome: 'dead', problem };
    return {
      outcome: 'retry',
      at: backoff(ctx.random, {
        ...{ now: ctx.clock.now(), attempts: job.attempts },
        ...{ firstMs: firstRetryMs, maxMs: maxRetryMs },
      }),
      problem,
    };
  }
}

/** While two versions serve side by side, a process of the other one will claim it. */
function leaveToNewer(now: number, { kind, created_at }: JobRow): JobResult {
  const problem = `This version has no handler for jobs of the kind ${kind}`;
  return now - created_at < unknownKindMs
    ? { outcome: 'retry', at: now + unknownKindRetryMs, problem }
    : { outcome: 'dead', problem };
}
