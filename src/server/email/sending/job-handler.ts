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
import { recordSpam } from '../messages/complaint.ts';
import { eventFields, messageIdOf, type Order, orderOf } from '../messages/message.ts';
import { changeRecipient, findOutbound, type OutboundStatus } from '../messages/store.ts';
import { composeMail } from '../mime/compose.ts';
import { statusOf, type Verdict, verdictOf } from '../smtp/classify-reply.ts';
import { type SmtpReply, sendBySmtp } from '../smtp/client.ts';
import { putSuppressions } from '../suppressions/store.ts';
import { complainsAtOnce, mailboxReply } from './built-in-mailbox.ts';
import { letterOf } from './compose.ts';
import { findDrops, invalidAddress } from './suppression-check.ts';

export const sendJob = 'mail-send';

/** The payload of the job. */
export type SendTask = { recipient: string };

const firstRestMs = 60_000;
const longestRestMs = 4 * 3_600_000;
/** How long a mail is tried again, by the usual promise of mail servers. */
const patienceMs = 72 * 3_600_000;

export const performMailSend: JobHandler = async (ctx, _tools, job) => {
  const { recipient } = JSON.parse(job.payload) as SendTask;
  const row = await findOutbound(ctx.database.read, recipient);
  if (row === undefined || (row.status !== 'waiting' && row.status !== 'deferred')) {
    await ctx.database.write((tx) => completeJob(tx, job.key));
    return done;
  }
  const order = orderOf(row);
  const reason = (await findDrops(ctx.database.read, row, order.mail, [row.email])).get(row.email);
  if (reason !== undefined) return drop(ctx, job, order, reason);
  const attempt = row.attempts + 1;
  const reply = await handOver(ctx, order, attempt);
  const verdict = lastWord(verdictOf(reply), { host: ctx, order, attempt, text: reply.text });
  if (verdict.kind === 'deferred') return defer(ctx, order, { attempt, reply });
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job.key))) return;
    await conclude(ctx, tx, order, { attempt, reply, verdict });
  });
  return done;
};

async function handOver(ctx: ServiceContext, order: Order, attempt: number): Promise<SmtpReply> {
  const { smtpRelay: mailRelay } = ctx.config;
  const { email, sender } = order.row;
  if (mailRelay === null) return mailboxReply(email, attempt);
  const bytes = await composeMail(await letterOf(ctx, order));
  return sendBySmtp(mailRelay, { sender, recipient: email, bytes });
}

type Attempt = { attempt: number; reply: SmtpReply };

const nextAfter = (ctx: ServiceContext, attempt: number) =>
  backoff(ctx.clock.now(), attempt, firstRestMs, longestRestMs);

/** What was put off until patience ends is refused. */
function lastWord(
  verdict: Verdict,
  { host: ctx, order, attempt, text }: { host: ServiceContext; order: Order; attempt: number; text: string },
): Verdict {
  if (verdict.kind !== 'deferred' || nextAfter(ctx, attempt) <= order.row.send_at + patienceMs)
    return verdict;
  const status = statusOf(text, '4.0.0');
  return { kind: 'refused', type: 'blocked', status, classification: 'Unclassified' };
}

async function defer(ctx: ServiceContext, order: Order, { attempt, reply }: Attempt): Promise<JobResult> {
  const at = nextAfter(ctx, attempt);
  const { sid, in_mailbox } = order.row;
  await ctx.database.write(async (tx) => {
    const now = ctx.clock.now();
    const change = { status: 'deferred', in_mailbox, attempts: attempt, response: reply.text } as const;
    await changeRecipient(tx, sid, { ...change, updated_at: now });
    const fields = { response: reply.text, attempt: String(attempt), tls: Number(reply.tls) };
    await record(ctx, tx, order, { kind: 'deferred', cause: `deferred.${attempt}`, fields });
  });
  return { outcome: 'retry', at, problem: 'The mail was not taken yet' };
}

async function conclude(
  ctx: ServiceContext,
  tx: Queries,
  order: Order,
  { attempt, reply, verdict }: Attempt & { verdict: Exclude<Verdict, { kind: 'deferred' }> },
): Promise<void> {
  const { row } = order;
  const tls = Number(reply.tls);
  const change = { attempts: attempt, response: reply.text, updated_at: ctx.clock.now() };
  if (verdict.kind === 'delivered') {
    const in_mailbox = ctx.config.smtpRelay === null ? 1 : 0;
    await changeRecipient(tx, row.sid, { ...change, status: 'delivered', in_mailbox });
    const fields = { response: reply.text, tls };
    await record(ctx, tx, order, { kind: 'delivered', cause: 'delivered', fields });
    if (in_mailbox === 1 && complainsAtOnce(row.email)) await recordSpam(ctx, tx, order, '');
    return;
  }
  await recordRefusal(ctx, tx, order, { attempts: attempt, text: reply.text, verdict, fields: { tls } });
}

/** What follows when a mail was refused for good: its state, the event, and the list that the address goes on. */
export async function recordRefusal(
  ctx: ServiceContext,
  tx: Queries,
  order: Order,
  refusal: {
    attempts: number;
    text: string;
    verdict: Extract<Verdict, { kind: 'refused' }>;
    /** More for the event. */
    fields: JsonObject;
  },
): Promise<void> {
  const { attempts, text, verdict } = refusal;
  const { type, status, classification } = verdict;
  const ended: OutboundStatus = type === 'bounce' ? 'bounced' : 'blocked';
  const change = { attempts, response: text, updated_at: ctx.clock.now() };
  await changeRecipient(tx, order.row.sid, { ...change, status: ended, in_mailbox: 0 });
  const fields = { reason: text, status, type, bounce_classification: classification, ...refusal.fields };
  await record(ctx, tx, order, { kind: 'bounce', cause: 'bounce', fields });
  const list = type === 'bounce' ? 'bounces' : 'blocks';
  await suppress(ctx, tx, order, { list, reason: text, status });
}

async function drop(ctx: ServiceContext, job: JobRow, order: Order, reason: string): Promise<JobResult> {
  await ctx.database.write(async (tx) => {
    if (!(await completeJob(tx, job.key))) return;
    const { sid, attempts } = order.row;
    const change = { status: 'dropped', in_mailbox: 0, attempts, response: reason } as const;
    await changeRecipient(tx, sid, { ...change, updated_at: ctx.clock.now() });
    await recordDrop(ctx, tx, order, reason);
  });
  return done;
}

/** The event of a mail that is not even tried; an address that can be none goes on its list. */
export async function recordDrop(
  ctx: ServiceContext,
  tx: Queries,
  order: Order,
  reason: string,
): Promise<void> {
  const fields = { reason, status: droppedStatus };
  await record(ctx, tx, order, { kind: 'dropped', cause: 'dropped', fields });
  if (reason !== invalidAddress) return;
  await suppress(ctx, tx, order, { list: 'invalid_emails', reason, status: droppedStatus });
}

const droppedStatus = '5.0.0';

async function suppress(
  ctx: ServiceContext,
  tx: Queries,
  { row: { account, region, email } }: Order,
  entry: { list: SuppressionList; reason: string; status: string },
): Promise<void> {
  await putSuppressions(tx, [{ account, region, email, ...entry, ip: '', created_at: ctx.clock.now() }]);
}

/** An event of a mail; its cause is unique among those of the mail. */
export async function record(
  ctx: ServiceContext,
  tx: Queries,
  order: Order,
  { cause, kind, fields }: Pick<NewEvent, 'cause' | 'kind' | 'fields'>,
): Promise<void> {
  const message = messageIdOf(order.row);
  const { account, region } = order.row;
  const event = { cause: `${message}.${cause}`, kind, message, fields: { ...eventFields(order), ...fields } };
  await recordEvents(tx, { account, region, now: ctx.clock.now() }, [event]);
}
