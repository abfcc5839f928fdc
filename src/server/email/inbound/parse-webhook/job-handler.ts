/** Job handler: posts a received email to its parse webhook, with retries for three days where the receiver fails. */

import { reasonNotToAct } from '../../../accounts/acting-later-service.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import type { JobRow } from '../../../platform/database/schema/tables.ts';
import {
  done,
  type JobHandler,
  type JobResult,
  type JobSubject,
  type JobTools,
} from '../../../platform/jobs/job-handler.ts';
import { completeJob } from '../../../platform/jobs/queue.ts';
import { backoff } from '../../../platform/jobs/retry-backoff.ts';
import { multipart } from '../../../platform/outbound/multipart.ts';
import { type PostOutcome, postForm, postProblem } from '../../../platform/outbound/post.ts';
import { openUrl } from '../../../platform/outbound/url-credentials.ts';
import { perServer } from '../../../platform/per-server.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { permissionsToPost } from '../../access/service.ts';
import type { InboundForm, SenderVerdicts } from '../../mime/parse.ts';
import { insertTerms } from '../../search/store.ts';
import { joinTerms, termsOfEmail } from '../../search/terms.ts';
import { securedPost, type WebhookTarget } from '../../webhook-security/secured-post.ts';
import { findPendingEmail, insertAttempt, releaseContent, setEmailStatus } from '../store/emails.ts';
import { jobKeyPrefix, type ParseWebhookJob } from './job.ts';
import { PostPacer } from './pacer.ts';
import { buildPayload } from './payload.ts';
import { PostSemaphore } from './semaphore.ts';

const firstDelayMs = 15_000;
const maxDelayMs = 3 * 3_600_000;
/** How long a receiver may fail before the email is marked dead. */
const giveUpAfterMs = 3 * 86_400_000;
/** The delay of a job that the semaphore rejected; several are spread by the pacer. */
const busyDelayMs = 250;

/** Of a larger email the content takes so long to delete that other writes of a group would wait. */
const maxSharedBytes = 1_000_000;

const limitsOf = perServer(() => ({ semaphore: new PostSemaphore(), retryPacer: new PostPacer() }));

type PendingEmail = NonNullable<Awaited<ReturnType<typeof findPendingEmail>>>;

export const handleParseWebhookJob: JobHandler = async (ctx, tools, job) => {
  const { mail: id } = JSON.parse(job.payload) as ParseWebhookJob;
  const email = await findPendingEmail(ctx.database.read, { id, shard: job.shard });
  if (email === undefined) {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  }
  if (email.url === null) {
    return recordAttempt(ctx, job, email, unpostable('There is no parse setting for the host name any more'));
  }
  const { semaphore, retryPacer } = limitsOf(ctx);
  const release = await semaphore.acquire(email.hostname, email.size);
  if (release === null) {
    const problem = 'Other emails are posted first: the limit of concurrent posts is reached';
    return { outcome: 'retry', at: retryPacer.next(ctx.clock.now() + busyDelayMs), problem };
  }
  try {
    return await recordAttempt(ctx, job, email, await postEmail(ctx, tools, email, email.url));
  } finally {
    release();
  }
};

/** An email whose job failed by an error of its own has failed as one that its receiver rejects: it can be posted again. */
export const emailOfJob: JobSubject = async (ctx, tx, job, change) => {
  if (change !== 'failed') return;
  const { key, shard, problem } = job;
  const email = await findPendingEmail(tx, { id: key.slice(jobKeyPrefix.length), shard });
  if (email !== undefined) {
    const now = ctx.clock.now();
    const number = email.attempts + 1;
    await insertAttempt(tx, {
      ...{ mail: email.id, shard, number, status: null, response: '', problem, latency_ms: 0 },
      ...{ next_at: null, made_at: now },
    });
    await setEmailStatus(tx, { ...email, status: 'dead', attempts: number, finished_at: now });
  }
  await completeJob(tx, job);
};

/** `isFinal` ends the retries, whatever the time. `verdicts` are kept, so that every attempt posts the same ones. */
type AttemptResult = PostOutcome & {
  latency_ms: number;
  isFinal?: boolean;
  verdicts?: SenderVerdicts;
  subject?: string;
};

/** A client error will not go away, but these two (RFC 9110) are about the time of the request. */
const transientClientErrors = [408, 429];

function isRejection(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && !transientClientErrors.includes(status);
}

function unpostable(problem: string): AttemptResult {
  return { status: null, problem, response: '', latency_ms: 0, isFinal: true };
}

async function postEmail(
  ctx: ServiceContext,
  tools: JobTools,
  email: PendingEmail,
  url: string,
): Promise<AttemptResult> {
  const reason = await reasonNotToAct(ctx, email, permissionsToPost);
  if (reason !== null) return { status: null, problem: reason, response: '', latency_ms: 0 };
  const payload = await buildPayload(ctx, email);
  if (payload === null) return unpostable('The content of the email was deleted');
  const { form, verdicts } = payload;
  const startedAt = ctx.clock.now();
  const outcome = await postParseWebhook(ctx, tools, { ...email, url }, { id: email.id, form });
  const latency_ms = ctx.clock.now() - startedAt;
  const isFinal = isRejection(outcome.status);
  const { subject } = form.fields;
  return {
    ...outcome,
    problem: postProblem(outcome),
    latency_ms,
    isFinal,
    verdicts,
    ...(typeof subject === 'string' && { subject }),
  };
}

/** Stores the attempt and the status that follows. Changes nothing when another process has finished the job. */
async function recordAttempt(
  ctx: ServiceContext,
  job: JobRow,
  email: PendingEmail,
  { status, response, problem, latency_ms, isFinal = false, verdicts, subject }: AttemptResult,
): Promise<JobResult> {
  const { id, shard, content } = email;
  const { before, isTrial } = JSON.parse(job.payload) as ParseWebhookJob;
  const now = ctx.clock.now();
  const number = email.attempts + 1;
  // A transient error of DNS may be over at the next attempt, where there is one.
  const isKept =
    verdicts !== undefined && (problem === null || !JSON.stringify(verdicts).includes('temperror'));
  const { spf, dkim, dmarc } = isKept ? { ...verdicts, dmarc: JSON.stringify(verdicts.dmarc) } : email;
  const attempt = { mail: id, shard, number, status, response, problem, latency_ms, made_at: now };
  // Nothing else is locked or changed but the content, which emails to several host names have together.
  const sharing = email.size > maxSharedBytes ? undefined : { key: content, owner: email.account, shard };
  const setStatus = async (
    tx: Queries,
    change: Pick<InboundMailRow, 'status' | 'finished_at'> & {
      next_at: number | null;
      kept_until?: number | null;
    },
  ) => {
    const { next_at, kept_until = null, ...state } = change;
    await insertAttempt(tx, { ...attempt, next_at });
    const found = email.terms === '' ? searchFieldsOf(email, subject) : email;
    await setEmailStatus(tx, {
      ...{ id, shard, spf, dkim, dmarc, attempts: number, kept_until, ...state },
      ...{ subject: found.subject, terms: found.terms },
    });
    if (found !== email) await insertTerms(tx, [{ email: id, shard, terms: found.terms }]);
  };
  if (problem === null) {
    await ctx.database.write(async (tx) => {
      if (!(await completeJob(tx, job))) return;
      const kept_until =
        ctx.config.keptEmail.hours === 0 ? null : now + ctx.config.keptEmail.hours * 3_600_000;
      await setStatus(tx, { status: 'posted', finished_at: now, next_at: null, kept_until });
      if (kept_until === null) await releaseContent(tx, content);
    }, sharing);
    return done;
  }
  const delays = { firstMs: firstDelayMs, maxMs: maxDelayMs };
  const next = backoff(ctx.random, { now, attempts: number - before, ...delays });
  if (!isFinal && !isTrial && next <= job.created_at + giveUpAfterMs) {
    await ctx.database.write(
      (tx) => setStatus(tx, { status: 'waiting', finished_at: null, next_at: next }),
      sharing,
    );
    return { outcome: 'retry', at: next, problem };
  }
  ctx.log.warn({ mail: id, attempts: number }, 'An email could not be posted, and is not retried');
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    await setStatus(tx, { status: 'dead', finished_at: now, next_at: null });
  }, sharing);
  return done;
}

/** Longest subject that is kept: that of a message may be as long as the message. */
const maxSubjectLength = 500;

function searchFieldsOf(
  { account, region, sender, recipients }: PendingEmail,
  found = '',
): Pick<InboundMailRow, 'subject' | 'terms'> {
  // No database text can hold these.
  const subject = found.slice(0, maxSubjectLength).toWellFormed().replaceAll('\0', '');
  const addresses = JSON.parse(recipients) as string[];
  const terms = termsOfEmail(
    { account, region, direction: 'received' },
    { addresses: [sender, ...addresses], recipients: [sender, ...addresses], subject },
  );
  return { subject, terms: joinTerms(terms) };
}

const timeoutMs = 30_000;
/** Slowest transfer rate that a receiver may have: the timeout grows with the size. */
const minBytesPerMs = 512;

/** Posts the email with that id, which is its idempotency key. Network errors are part of the outcome. */
function postParseWebhook(
  ctx: ServiceContext,
  tools: JobTools,
  target: WebhookTarget,
  { id, form }: { id: string; form: InboundForm },
): Promise<PostOutcome> {
  const body = multipart(form, `patchbay-${id}`);
  const timeout_ms = timeoutMs + Math.ceil(body.length / minBytesPerMs);
  return securedPost(
    ctx,
    tools,
    target,
    () => body.pieces(),
    (security) => {
      const headers = { 'idempotency-key': id, ...security };
      const url = openUrl(ctx.secrets, target.url);
      return postForm(tools.agent, { url, form: body, headers, timeout_ms });
    },
  );
}
