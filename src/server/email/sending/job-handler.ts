/**
 * Carries out the job `mail-send`: hands a mail for one recipient over and records what became of it. At least once: after a
 * crash between the relay's answer and the commit it is handed over again, under the same Message-ID.
 */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import { backoff } from '../../platform/jobs/backoff.ts';
import { done, type JobHandler, type JobResult } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../events/service/record.ts';
import { recordSpamReport } from '../messages/complaint.ts';
import { eventFields, messageIdOf, type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import { findOutboundMessage, type OutboundStatus, updateRecipient } from '../messages/store.ts';
import { composeMime } from '../mime/compose.ts';
import { classifyReply, enhancedStatusOf, type ReplyClass } from '../smtp/classify-reply.ts';
import { type SmtpReply, sendViaRelay } from '../smtp/client.ts';
import { upsertSuppressions } from '../suppressions/store.ts';
import { mailboxReply, reportsSpamImmediately } from './built-in-mailbox.ts';
import { buildMimeMessage } from './compose.ts';
import { findDropReasons, invalidAddress } from './suppression-check.ts';

export const sendJobKind = 'mail-send';

/** The payload of the job. */
export type SendJob = { recipient: string };

const firstDelayMs = 60_000;
const maxDelayMs = 4 * 3_600_000;
/** How long a mail is tried again, by the usual promise of mail servers. */
const giveUpAfterMs = 72 * 3_600_000;

export const performMailSend: JobHandler = async (ctx, _tools, job) => {
  const { recipient } = JSON.parse(job.payload) as SendJob;
  const row = await findOutboundMessage(ctx.database.read, recipient);
  if (row === undefined || (row.status !== 'waiting' && row.status !== 'deferred')) {
    await ctx.database.write((tx) => completeJob(tx, job.key));
    return done;
  }
  const order = parseOutboundMessage(row);
  const reason = (await findDropReasons(ctx.database.read, row, order.shared, [row.email])).get(row.email);
  if (reason !== undefined) return drop(ctx, job, order, reason);
  const attempt = row.attempts + 1;
  const reply = await deliver(ctx, order, attempt);
  const verdict = endRetries(classifyReply(reply), { host: ctx, order, attempt, text: reply.text });
  if (verdict.kind === 'deferred') return recordDeferral(ctx, order, { attempt, reply });
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job.key))) return;
    await recordResult(ctx, tx, order, { attempt, reply, verdict });
  });
  return done;
};

async function deliver(ctx: ServiceContext, order: OutboundMessage, attempt: number): Promise<SmtpReply> {
  const { smtpRelay: mailRelay } = ctx.config;
  const { email, sender } = order.row;
  if (mailRelay === null) return mailboxReply(email, attempt);
  const bytes = await composeMime(await buildMimeMessage(ctx, order));
  return sendViaRelay(mailRelay, { sender, recipient: email, bytes });
}

type Attempt = { attempt: number; reply: SmtpReply };

const nextAfter = (ctx: ServiceContext, attempt: number) =>
  backoff(ctx.clock.now(), attempt, firstDelayMs, maxDelayMs);

/** What was put off until patience ends is refused. */
function endRetries(
  verdict: ReplyClass,
  {
    host: ctx,
    order,
    attempt,
    text,
  }: { host: ServiceContext; order: OutboundMessage; attempt: number; text: string },
): ReplyClass {
  if (verdict.kind !== 'deferred' || nextAfter(ctx, attempt) <= order.row.send_at + giveUpAfterMs)
    return verdict;
  const status = enhancedStatusOf(text, '4.0.0');
  return { kind: 'refused', type: 'blocked', status, classification: 'Unclassified' };
}

async function recordDeferral(
  ctx: ServiceContext,
  order: OutboundMessage,
  { attempt, reply }: Attempt,
): Promise<JobResult> {
  const at = nextAfter(ctx, attempt);
  const { sid, in_mailbox } = order.row;
  await ctx.database.write(async (tx) => {
    const now = ctx.clock.now();
    const change = { status: 'deferred', in_mailbox, attempts: attempt, response: reply.text } as const;
    await updateRecipient(tx, sid, { ...change, updated_at: now });
    const fields = { response: reply.text, attempt: String(attempt), tls: Number(reply.tls) };
    await recordMessageEvent(ctx, tx, order, { kind: 'deferred', cause: `deferred.${attempt}`, fields });
  });
  return { outcome: 'retry', at, problem: 'The mail was not taken yet' };
}

async function recordResult(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  { attempt, reply, verdict }: Attempt & { verdict: Exclude<ReplyClass, { kind: 'deferred' }> },
): Promise<void> {
  const { row } = order;
  const tls = Number(reply.tls);
  const change = { attempts: attempt, response: reply.text, updated_at: ctx.clock.now() };
  if (verdict.kind === 'delivered') {
    const in_mailbox = ctx.config.smtpRelay === null ? 1 : 0;
    await updateRecipient(tx, row.sid, { ...change, status: 'delivered', in_mailbox });
    const fields = { response: reply.text, tls };
    await recordMessageEvent(ctx, tx, order, { kind: 'delivered', cause: 'delivered', fields });
    if (in_mailbox === 1 && reportsSpamImmediately(row.email)) await recordSpamReport(ctx, tx, order, '');
    return;
  }
  await recordBounce(ctx, tx, order, { attempts: attempt, text: reply.text, verdict, fields: { tls } });
}

/** What follows when a mail was refused for good: its state, the event, and the list that the address goes on. */
export async function recordBounce(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  refusal: {
    attempts: number;
    text: string;
    verdict: Extract<ReplyClass, { kind: 'refused' }>;
    /** More for the event. */
    fields: JsonObject;
  },
): Promise<void> {
  const { attempts, text, verdict } = refusal;
  const { type, status, classification } = verdict;
  const ended: OutboundStatus = type === 'bounce' ? 'bounced' : 'blocked';
  const change = { attempts, response: text, updated_at: ctx.clock.now() };
  await updateRecipient(tx, order.row.sid, { ...change, status: ended, in_mailbox: 0 });
  const fields = { reason: text, status, type, bounce_classification: classification, ...refusal.fields };
  await recordMessageEvent(ctx, tx, order, { kind: 'bounce', cause: 'bounce', fields });
  const list = type === 'bounce' ? 'bounces' : 'blocks';
  await suppress(ctx, tx, order, { list, reason: text, status });
}

async function drop(
  ctx: ServiceContext,
  job: JobRow,
  order: OutboundMessage,
  reason: string,
): Promise<JobResult> {
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job.key))) return;
    const { sid, attempts } = order.row;
    const change = { status: 'dropped', in_mailbox: 0, attempts, response: reason } as const;
    await updateRecipient(tx, sid, { ...change, updated_at: ctx.clock.now() });
    await recordDrop(ctx, tx, order, reason);
  });
  return done;
}

/** The event of a mail that is not even tried; an address that can be none goes on its list. */
export async function recordDrop(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  reason: string,
): Promise<void> {
  const fields = { reason, status: dropStatus };
  await recordMessageEvent(ctx, tx, order, { kind: 'dropped', cause: 'dropped', fields });
  if (reason !== invalidAddress) return;
  await suppress(ctx, tx, order, { list: 'invalid_emails', reason, status: dropStatus });
}

const dropStatus = '5.0.0';

async function suppress(
  ctx: ServiceContext,
  tx: Queries,
  { row: { account, region, email } }: OutboundMessage,
  entry: { list: SuppressionList; reason: string; status: string },
): Promise<void> {
  await upsertSuppressions(tx, [{ account, region, email, ...entry, ip: '', created_at: ctx.clock.now() }]);
}

/** An event of a mail; its cause is unique among those of the mail. */
export async function recordMessageEvent(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  { cause, kind, fields }: Pick<NewEvent, 'cause' | 'kind' | 'fields'>,
): Promise<void> {
  const message = messageIdOf(order.row);
  const { account, region } = order.row;
  const event = { cause: `${message}.${cause}`, kind, message, fields: { ...eventFields(order), ...fields } };
  await recordEvents(tx, { account, region, now: ctx.clock.now() }, [event]);
}
