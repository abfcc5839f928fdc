/** The table of all kinds of jobs, and carrying one out. */

import { performTestEvent } from '../../email/events/delivery/test-event-job.ts';
import { performParsePost } from '../../email/inbound/parse-webhook/job-handler.ts';
import { performMailSend } from '../../email/sending/job-handler.ts';
import { performHttp } from '../../executions/http-requests/job-handler.ts';
import {
  handleCallJob,
  handleCheckJob,
  handleMessageJob,
  handleUpdateJob,
} from '../../messaging/carriers/job-handlers.ts';
import { performService, performTrial } from '../../services/endpoint-request.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { Refusal } from '../errors.ts';
import { jobAttemptsTotal } from '../metrics.ts';
import type { ServiceContext } from '../service-context.ts';
import { withSpan } from '../tracing.ts';
import { backoff, type JobHandler, type JobResult, type JobTools } from './job-handler.ts';
import { deadLetterJob, rescheduleJob } from './queue.ts';

const jobHandlers: Readonly<Record<string, JobHandler>> = {
  http: performHttp,
  'parse-post': performParsePost,
  'mail-send': performMailSend,
  'event-test': performTestEvent,
  'carrier-message': handleMessageJob,
  'carrier-call': handleCallJob,
  'carrier-update': handleUpdateJob,
  'carrier-check': handleCheckJob,
  service: performService,
  'service-trial': performTrial,
};

/** How often a job that meets a bug is tried. */
const maxErrors = 5;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

/** Carries out a job that this process has leased. Never rejects for what the job met; a bug is logged. */
export async function runJob(ctx: ServiceContext, tools: JobTools, job: JobRow): Promise<void> {
  const about = { 'patchbay.job': job.kind, 'patchbay.attempt': job.attempts };
  const performance = await withSpan('job', about, () => runAttempt(ctx, tools, job));
  jobAttemptsTotal.inc({ kind: job.kind, result: performance.ended });
  switch (performance.ended) {
    case 'done':
      return;
    case 'retry': {
      const { at, problem } = performance;
      await ctx.database.write((tx) => rescheduleJob(tx, { ...attemptOf(job), run_at: at, problem }));
      ctx.wake();
      return;
    }
    case 'dead': {
      ctx.log.warn({ job: job.key, kind: job.kind, attempts: job.attempts }, 'A job was given up');
      const { problem } = performance;
      await ctx.database.write((tx) =>
        deadLetterJob(tx, { ...attemptOf(job), problem, now: ctx.clock.now() }),
      );
    }
  }
}

const attemptOf = ({ key, attempts }: JobRow) => ({ key, attempts });

async function runAttempt(ctx: ServiceContext, tools: JobTools, job: JobRow): Promise<JobResult> {
  const perform = jobHandlers[job.kind];
  if (perform === undefined)
    return { ended: 'dead', problem: `Nobody carries out jobs of the kind ${job.kind}` };
  try {
    return await perform(ctx, tools, job);
  } catch (error) {
    ctx.log.error({ err: error, job: job.key, kind: job.kind }, 'A job met an error');
    const problem = error instanceof Error ? error.message : String(error);
    // A database that is away is no fault of the job, which may have many honest attempts behind it.
    const isAway = error instanceof Refusal && error.kind === 'unavailable';
    if (!isAway && job.attempts >= maxErrors) return { ended: 'dead', problem };
    return {
      ended: 'retry',
      at: backoff(ctx.clock.now(), job.attempts, firstRetryMs, maxRetryMs),
      problem,
    };
  }
}
