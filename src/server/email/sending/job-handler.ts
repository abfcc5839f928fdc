/**
 * Job handler: sends a message to one recipient and records the result. At least once: after a crash between the reply of the
 * relay and the commit it is sent again, with the same Message-ID.
 */

import type { Queries } from '../../platform/database/database.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import { done, type JobHandler, type JobResult, type JobSubject } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import { backoff } from '../../platform/jobs/retry-backoff.ts';
import { emailsHeldTotal } from '../../platform/metrics.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import { recordBounce, recordDrops, recordMessageEvent, recordSpamReport } from '../messages/outcomes.ts';
import { findOutboundMessage, updateRecipient } from '../messages/store.ts';
import { findHold } from '../scheduled-sends/service.ts';
import { findSigner } from '../sending-domains/dkim-signer.ts';
import { admitToWarmUp, type WarmUpHold } from '../sending-domains/warm-up-service.ts';
import { classifyReply, type ReplyClass, refuseDeferred } from '../smtp/classify-reply.ts';
import type { SmtpReply } from '../smtp/client.ts';
import { DomainLimiter, type DomainOutcome, type Hold, outcomeOf } from './domain-limiter.ts';
import { enqueueSend, recipientOfKey, type SendJob } from './job.ts';
import { deliver, isKeptHere, reportsSpamImmediately } from './relay.ts';
import { findDropReasons } from './suppression-check.ts';

const firstDelayMs = 60_000;
const maxDelayMs = 4 * 3_600_000;
/** How long sending is retried, as is usual for mail servers (RFC 5321, 4.5.4.1). */
const giveUpAfterMs = 72 * 3_600_000;

export const handleSendJob: JobHandler = async (ctx, _tools, job) => {
  const { recipient, since } = JSON.parse(job.payload) as SendJob;
  const row = await findOutboundMessage(ctx.database.read, { sid: recipient, shard: job.shard });
  if (row === undefined || (row.status !== 'waiting' && row.status !== 'deferred')) {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  }
  const message = parseOutboundMessage(row);
  const hold = await findHold(ctx, message);
  if (hold !== null && 'until' in hold)
    return { outcome: 'retry', at: hold.until, problem: 'The scheduled send is paused' };
  if (hold !== null) return discard(ctx, job, message, hold.discarded);
  const drops = await findDropReasons(ctx.database.read, row, message.shared, [row.email]);
  const reason = drops.get(row.email);
  if (reason !== undefined) return drop(ctx, job, message, reason);
  const attempt = row.attempts + 1;
  const reply = await deliverWithinLimits(ctx, message, attempt);
  if ('day' in reply) return holdForWarmUp(ctx, job, message, reply);
  if ('at' in reply) return { outcome: 'retry', at: reply.at, problem: holdProblems[reply.reason] };
  const replyClass = isLastAttempt(ctx, Math.max(row.send_at, since ?? 0), attempt)
    ? lastReplyClass(reply)
    : classifyReply(reply);
  if (replyClass.kind === 'deferred') return recordDeferral(ctx, message, { attempt, reply });
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    await recordResult(ctx, tx, message, { attempt, reply, replyClass });
  });
  ctx.wake('events');
  return done;
};

/**
 * A recipient whose job failed by an error of its own is dropped, and waits again when the job is retried. Receivers of events
 * are told once the job is discarded: until then it may still be delivered.
 */
export const recipientOfJob: JobSubject = async (ctx, tx, { key, shard, problem }, change) => {
  const row = await findOutboundMessage(tx, { sid: recipientOfKey(key), shard });
  const isOpen = row?.status === 'waiting' || row?.status === 'deferred';
  if (row === undefined || isOpen !== (change === 'failed')) return;
  const reason = `It could not be sent: ${problem ?? ''}`;
  if (change === 'discarded') return recordDrops(ctx, tx, [{ ...parseOutboundMessage(row), reason }]);
  await updateRecipient(tx, row, {
    ...{ in_mailbox: 0, attempts: row.attempts, updated_at: ctx.clock.now() },
    ...(change === 'failed' ? { status: 'dropped', response: reason } : { status: 'deferred', response: '' }),
  });
};

const limiterOf = perServer(({ config, random }) => {
  const { connections, perMinute } = config.domainLimits;
  const limit = (set: number) => (set === 0 ? Number.POSITIVE_INFINITY : set);
  return new DomainLimiter({ connections: limit(connections), perSecond: limit(perMinute) / 60 }, random);
});

const holdProblems: Readonly<Record<Hold['reason'], string>> = {
  pause: 'The domain asked for less email, and gets none for a while',
  rate: 'Waits as the domain gets a limited number of emails in a minute',
  connections: 'Waits as the domain gets a limited number of emails at once',
};

/** The reply, or that the email has to wait: it was not sent, and nothing is recorded. */
async function deliverWithinLimits(
  ctx: ServiceContext,
  message: OutboundMessage,
  attempt: number,
): Promise<SmtpReply | Hold | WarmUpHold> {
  if (isKeptHere(ctx)) return deliver(ctx, message, { attempt, signer: null });
  const { email } = message.row;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const limiter = limiterOf(ctx);
  const began = ctx.clock.now();
  const hold = limiter.begin(domain, began);
  if (hold !== null) {
    emailsHeldTotal.inc({ reason: hold.reason });
    return hold;
  }
  const end = (outcome: DomainOutcome) => limiter.end(domain, outcome, { now: ctx.clock.now(), began });
  try {
    const signer = await findSigner(ctx, message.row);
    const wait = attempt === 1 && signer !== null ? await admitToWarmUp(ctx, signer.row) : null;
    if (wait !== null) {
      emailsHeldTotal.inc({ reason: 'warm_up' });
      end('other');
      return wait;
    }
    const reply = await deliver(ctx, message, { attempt, signer });
    // A relay that cannot be reached says nothing about the domain.
    end(outcomeOf(reply, ctx.config.deliversDirectly ? 'throttled' : 'other'));
    return reply;
  } catch (error) {
    end('other');
    throw error;
  }
}

/** Receivers of events are told, as it takes a day; the time in which attempts are made begins then. */
async function holdForWarmUp(
  ctx: ServiceContext,
  job: JobRow,
  message: OutboundMessage,
  { at, day, text }: WarmUpHold,
): Promise<JobResult> {
  const { in_mailbox, attempts } = message.row;
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const now = ctx.clock.now();
    await enqueueSend(tx, message.row, { now, since: at });
    const change = { status: 'deferred', in_mailbox, attempts, response: text } as const;
    await updateRecipient(tx, message.row, { ...change, updated_at: now });
    const fields = { response: text, attempt: String(attempts), tls: 0 };
    await recordMessageEvent(ctx, tx, message, { kind: 'deferred', cause: `warm-up.${day}`, fields });
  });
  ctx.wake('events', 'jobs');
  return done;
}

type Attempt = { attempt: number; reply: SmtpReply };

const nextAttemptAt = ({ clock, random }: ServiceContext, attempts: number) =>
  backoff(random, { now: clock.now(), attempts, firstMs: firstDelayMs, maxMs: maxDelayMs });

/** `since` is when it could first be sent. */
function isLastAttempt(ctx: ServiceContext, since: number, attempt: number): boolean {
  return nextAttemptAt(ctx, attempt) > since + giveUpAfterMs;
}

function lastReplyClass(reply: SmtpReply): ReplyClass {
  const replyClass = classifyReply(reply);
  return replyClass.kind === 'deferred' ? refuseDeferred(reply) : replyClass;
}

async function recordDeferral(
  ctx: ServiceContext,
  message: OutboundMessage,
  { attempt, reply }: Attempt,
): Promise<JobResult> {
  const at = nextAttemptAt(ctx, attempt);
  const { in_mailbox } = message.row;
  await ctx.database.write(async (tx) => {
    const now = ctx.clock.now();
    const change = { status: 'deferred', in_mailbox, attempts: attempt, response: reply.text } as const;
    await updateRecipient(tx, message.row, { ...change, updated_at: now });
    const fields = { response: reply.text, attempt: String(attempt), tls: Number(reply.tls) };
    await recordMessageEvent(ctx, tx, message, { kind: 'deferred', cause: `deferred.${attempt}`, fields });
  });
  ctx.wake('events');
  return { outcome: 'retry', at, problem: 'The message was deferred' };
}

async function recordResult(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  { attempt, reply, replyClass }: Attempt & { replyClass: Exclude<ReplyClass, { kind: 'deferred' }> },
): Promise<void> {
  const { row } = message;
  const tls = Number(reply.tls);
  if (replyClass.kind === 'refused') {
    const failure = { attempts: attempt, text: reply.text, replyClass, fields: { tls } };
    return recordBounce(ctx, tx, message, failure);
  }
  const in_mailbox = isKeptHere(ctx) ? 1 : 0;
  const change = { attempts: attempt, response: reply.text, updated_at: ctx.clock.now() };
  await updateRecipient(tx, row, { ...change, status: 'delivered', in_mailbox });
  const fields = { response: reply.text, tls };
  await recordMessageEvent(ctx, tx, message, { kind: 'delivered', cause: 'delivered', fields });
  if (in_mailbox === 1 && reportsSpamImmediately(row.email)) await recordSpamReport(ctx, tx, message, '');
}

/** As drop, but nothing was wrong with the recipient, so no event is recorded: none is documented. */
async function discard(
  ctx: ServiceContext,
  job: JobRow,
  { row }: OutboundMessage,
  response: string,
): Promise<JobResult> {
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const change = { status: 'dropped', in_mailbox: 0, attempts: row.attempts, response } as const;
    await updateRecipient(tx, row, { ...change, updated_at: ctx.clock.now() });
  });
  return done;
}

async function drop(
  ctx: ServiceContext,
  job: JobRow,
  message: OutboundMessage,
  reason: string,
): Promise<JobResult> {
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job))) return;
    const { attempts } = message.row;
    const change = { status: 'dropped', in_mailbox: 0, attempts, response: reason } as const;
    await updateRecipient(tx, message.row, { ...change, updated_at: ctx.clock.now() });
    await recordDrops(ctx, tx, [{ ...message, reason }]);
  });
  ctx.wake('events');
  return done;
}
