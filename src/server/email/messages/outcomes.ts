/** Records the outcomes of messages: events, statuses of recipients, and the suppressions that follow from them. */

import type { EmailMetric } from '#api/email/email-stats.ts';
import type { SuppressionList } from '#api/email/suppressions.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../events/service/record.ts';
import type { ReplyClass } from '../smtp/classify-reply.ts';
import { upsertSuppressions } from '../suppressions/store.ts';
import { eventFields, messageIdOf, type OutboundMessage } from './message.ts';
import { type OutboundStatus, updateRecipient } from './store.ts';

/** The reason for dropping an invalid address, in the documented spelling. */
export const invalidAddress = 'Invalid';

const dropStatus = '5.0.0';

/** Records an event of a message. `cause` is unique within the message, so that recording it twice stores one event. */
export async function recordMessageEvent(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  { cause, ...event }: Pick<NewEvent, 'cause' | 'kind' | 'fields' | 'counts'>,
): Promise<void> {
  const id = messageIdOf(message.row);
  const { account, region } = message.row;
  const fields = { ...eventFields(message), ...event.fields };
  await recordEvents(tx, { account, region, now: ctx.clock.now() }, [
    { ...event, cause: `${id}.${cause}`, message: id, fields },
  ]);
}

/** Records a permanent failure: the status, the `bounce` event, and the suppression of the address. */
export async function recordBounce(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  failure: {
    attempts: number;
    text: string;
    replyClass: Extract<ReplyClass, { kind: 'refused' }>;
    /** Additional fields of the event. */
    fields: JsonObject;
  },
): Promise<void> {
  const { attempts, text, replyClass } = failure;
  const { type, status, classification } = replyClass;
  const newStatus: OutboundStatus = type === 'bounce' ? 'bounced' : 'blocked';
  const change = { attempts, response: text, updated_at: ctx.clock.now() };
  await updateRecipient(tx, message.row, { ...change, status: newStatus, in_mailbox: 0 });
  const fields = { reason: text, status, type, bounce_classification: classification, ...failure.fields };
  await recordMessageEvent(ctx, tx, message, { kind: 'bounce', cause: 'bounce', fields });
  const list = type === 'bounce' ? 'bounces' : 'blocks';
  await suppress(ctx, tx, message, { list, reason: text, status });
}

/** Records a `dropped` event, counted as `counts` too; an invalid address is also added to the list of invalid addresses. */
export async function recordDrop(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  reason: string,
  counts: readonly EmailMetric[] = [],
): Promise<void> {
  const fields = { reason, status: dropStatus };
  await recordMessageEvent(ctx, tx, message, { kind: 'dropped', cause: 'dropped', fields, counts });
  if (reason !== invalidAddress) return;
  await suppress(ctx, tx, message, { list: 'invalid_emails', reason, status: dropStatus });
}

/** Records a spam complaint; `ip` is the source address from the report, '' where it is unknown. Idempotent. */
export async function recordSpamReport(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  ip: string,
): Promise<void> {
  await recordMessageEvent(ctx, tx, message, { kind: 'spam_report', cause: 'spamreport', fields: {} });
  await suppress(ctx, tx, message, { list: 'spam_reports', reason: '', status: '', ip });
}

async function suppress(
  ctx: ServiceContext,
  tx: Queries,
  { row: { account, region, email } }: OutboundMessage,
  entry: { list: SuppressionList; reason: string; status: string; ip?: string },
): Promise<void> {
  await upsertSuppressions(tx, [{ account, region, email, ip: '', ...entry, created_at: ctx.clock.now() }]);
}
