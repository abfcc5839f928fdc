/** Job handler: posts a received email to its parse webhook, with retries for three days. */

import type { JobRow } from '../../../platform/database/schema/tables.ts';
import { backoff } from '../../../platform/jobs/backoff.ts';
import { done, type JobHandler, type JobResult, type JobTools } from '../../../platform/jobs/job-handler.ts';
import { completeJob } from '../../../platform/jobs/queue.ts';
import type { PostOutcome } from '../../../platform/outbound/post-form.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { findPendingEmail, insertAttempt, releaseContent, setEmailStatus } from '../store/emails.ts';
import type { ParseWebhookJob } from './job.ts';
import { PostPacer } from './pacer.ts';
import { buildPayload } from './payload.ts';
import { postParseWebhook } from './post.ts';
import { PostSemaphore } from './semaphore.ts';

const firstDelayMs = 15_000;
const maxDelayMs = 3 * 3_600_000;
/** How long a receiver may fail before the email is marked dead. */
const giveUpAfterMs = 3 * 86_400_000;
/** The delay of a job that the semaphore rejected; several are spread by the pacer. */
const busyDelayMs = 250;

const postSemaphore = new PostSemaphore();
const retryPacer = new PostPacer();

type PendingEmail = NonNullable<Awaited<ReturnType<typeof findPendingEmail>>>;

export const performParsePost: JobHandler = async (ctx, tools, job) => {
  const { mail: id } = JSON.parse(job.payload) as ParseWebhookJob;
  const mail = await findPendingEmail(ctx.database.read, id);
  if (mail === undefined) {
    await ctx.database.write((tx) => completeJob(tx, job.key));
    return done;
  }
  if (mail.url === null) {
    const problem = 'There is no parse setting for the host name any more';
    return recordAttempt(ctx, job, mail, {
      status: null,
      problem,
      response: '',
      latency_ms: 0,
      isFinal: true,
    });
  }
  const leave = await postSemaphore.enter(mail.hostname, mail.size);
  if (leave === null) {
    const problem = 'Other emails are posted first: the limit of concurrent posts is reached';
    return { outcome: 'retry', at: retryPacer.next(ctx.clock.now() + busyDelayMs), problem };
  }
  try {
    return await recordAttempt(ctx, job, mail, await postEmail(ctx, tools, mail, mail.url));
  } finally {
    leave();
  }
};

type AttemptResult = PostOutcome & { latency_ms: number; isFinal?: boolean };

async function postEmail(
  ctx: ServiceContext,
  tools: JobTools,
  mail: PendingEmail,
  url: string,
): Promise<AttemptResult> {
  const form = await buildPayload(ctx, mail);
  if (form === null) {
    const problem = 'The content of the email was deleted';
    return { status: null, problem, response: '', latency_ms: 0, isFinal: true };
  }
  const begun = ctx.clock.now();
  const outcome = await postParseWebhook(ctx, tools, { ...mail, url }, { id: mail.id, form });
  return { ...outcome, latency_ms: ctx.clock.now() - begun };
}

/** Stores the attempt and the status that follows. Changes nothing when another process has finished the job. */
async function recordAttempt(
  ctx: ServiceContext,
  job: JobRow,
  mail: PendingEmail,
  { status, response, isFinal = false, ...outcome }: AttemptResult,
): Promise<JobResult> {
  const { id, content } = mail;
  const { before, isTrial } = JSON.parse(job.payload) as ParseWebhookJob;
  const now = ctx.clock.now();
  const number = mail.attempts + 1;
  const attempt = { mail: id, number, status, response, latency_ms: outcome.latency_ms, made_at: now };
  if (status !== null && status >= 200 && status < 300) {
    await ctx.database.write(async (tx) => {
      if (!(await completeJob(tx, job.key))) return;
      await insertAttempt(tx, { ...attempt, problem: null, next_at: null });
      await setEmailStatus(tx, { id, status: 'posted', attempts: number, finished_at: now });
      await releaseContent(tx, content);
    });
    return done;
  }
  const problem = outcome.problem ?? statusProblem(status);
  const next = backoff(now, number - before, firstDelayMs, maxDelayMs);
  if (!isFinal && !isTrial && next <= job.created_at + giveUpAfterMs) {
    await ctx.database.write(async (tx) => {
      await insertAttempt(tx, { ...attempt, problem, next_at: next });
      await setEmailStatus(tx, { id, status: 'waiting', attempts: number, finished_at: null });
    });
    return { outcome: 'retry', at: next, problem };
  }
  ctx.log.warn({ mail: id, attempts: number }, 'An email could not be posted; retries are exhausted');
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job.key))) return;
    await insertAttempt(tx, { ...attempt, problem, next_at: null });
    await setEmailStatus(tx, { id, status: 'dead', attempts: number, finished_at: now });
  });
  return done;
}

function statusProblem(status: number | null): string {
  const isRedirect = status !== null && status >= 300 && status < 400;
  return `The receiver responded with ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
