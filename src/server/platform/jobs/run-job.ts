/** Runs a claimed job with its handler, and persists the result: done, retry with backoff, or dead letter. */

import { requireReadable } from '../database/cell-cipher.ts';
import type { JobKind, JobRow } from '../database/schema/tables.ts';
import { Refusal } from '../errors.ts';
import { jobAttemptsTotal } from '../metrics.ts';
import type { ServiceContext } from '../service-context.ts';
import { withSpan } from '../tracing.ts';
import type { JobHandler, JobHandlers, JobResult, JobTools } from './job-handler.ts';
import { deadLetterJob, rescheduleJob } from './queue.ts';
import { backoff } from './retry-backoff.ts';

/** How often a job whose handler throws is tried. */
const maxErrors = 5;
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
      const { at, problem } = result;
      await ctx.database.write((tx) => rescheduleJob(tx, { key, shard, attempts, run_at: at, problem }));
      ctx.wake('jobs');
      return;
    }
    case 'dead': {
      ctx.log.warn({ job: key, kind: job.kind, attempts }, 'Job failed for good');
      const { problem } = result;
      await ctx.database.write((tx) =>
        deadLetterJob(tx, { key, shard, attempts, problem, now: ctx.clock.now() }),
      );
    }
  }
}

async function attempt(
  ctx: ServiceContext,
  tools: JobTools,
  handlers: JobHandlers,
  job: JobRow,
): Promise<JobResult> {
  const handle = handlerOf(handlers, job.kind);
  if (handle === undefined) return leaveToNewer(ctx.clock.now(), job);
  try {
    requireReadable(job.payload);
    return await handle(ctx, tools, job);
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

/** Undefined for a kind that another version of Patchbay enqueued. */
function handlerOf(handlers: JobHandlers, kind: string): JobHandler | undefined {
  return Object.hasOwn(handlers, kind) ? handlers[kind as JobKind] : undefined;
}
