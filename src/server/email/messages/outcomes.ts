/** Records the outcomes of messages: events, statuses of recipients, and the suppressions that follow from them. */

import type { EmailMetric } from '#api/email/email-stats.ts';
import type { SuppressionList } from '#api/email/suppressions.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../events/service/record.ts';
import { findFirstEvent } from '../events/store/events.ts';
import type { ReplyClass } from '../smtp/classify-reply.ts';
import { upsertSuppressions } from '../suppressions/store.ts';
import { commonFieldsOf, messageIdOf, parseOutboundMessage, type SentMessage } from './message.ts';
import { findOutboundMessage, findRecipient, type OutboundStatus, updateRecipient } from './store.ts';

/** The reason for dropping an invalid address, in the documented spelling. */
export const invalidAddress = 'Invalid';

const dropStatus = '5.0.0';

/**
 * A message by its SID and shard, or by the parts of its `sg_message_id`, for what happens to it afterwards; null when there is
 * none. Its fields are those of its first event, as reading and parsing a large message takes long, and tracking links and
 * reports ask for it without credentials. It is read only where its events were erased.
 */
export async function findSentMessage(
  db: Queries,
  key: Parameters<typeof findRecipient>[1],
): Promise<SentMessage | null> {
  const row = await findRecipient(db, key);
  if (row === undefined) return null;
  const first = await findFirstEvent(db, row, messageIdOf(row));
  if (first !== undefined) return { row, fields: commonFieldsOf(JSON.parse(first.payload) as JsonObject) };
  const whole = await findOutboundMessage(db, row);
  return whole === undefined ? null : parseOutboundMessage(whole);
}

/** Records an event of a message. `cause` is unique within the message, so that recording it twice stores one event. */
export async function recordMessageEvent(
  ctx: ServiceContext,
  tx: Queries,
  message: SentMessage,
  { cause, ...event }: Pick<NewEvent, 'cause' | 'kind' | 'fields' | 'counts'>,
): Promise<void> {
  const id = messageIdOf(message.row);
  const { account, region } = message.row;
  const fields = { ...message.fields, ...event.fields };
  await recordEvents(tx, { account, region, now: ctx.clock.now() }, [
    { ...event, cause: `${id}.${cause}`, message: id, fields },
  ]);
}

/** Records a permanent failure: the status, the `bounce` event, and the suppression of the address. */
export async function recordBounce(
  ctx: ServiceContext,
  tx: Queries,
  message: SentMessage,
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

/**
 * Records `dropped` events of messages of one owner, counted as `counts` too; invalid addresses are also added to the list of
 * those.
 */
export async function recordDrops(
  ctx: ServiceContext,
  tx: Queries,
  drops: readonly (SentMessage & { reason: string })[],
  counts: readonly EmailMetric[] = [],
): Promise<void> {
  const [first] = drops;
  if (first === undefined) return;
  const { account, region } = first.row;
  const now = ctx.clock.now();
  await recordEvents(
    tx,
    { account, region, now },
    drops.map(({ row, fields, reason }) => {
      const message = messageIdOf(row);
      const dropped = { ...fields, reason, status: dropStatus };
      return { cause: `${message}.dropped`, kind: 'dropped', message, fields: dropped, counts };
    }),
  );
  const list = 'invalid_emails';
  const invalid = drops.filter(({ reason }) => reason === invalidAddress);
  await upsertSuppressions(
    tx,
    invalid.map(({ row: { email }, reason }) => {
      return { account, region, email, list, reason, status: dropStatus, ip: '', created_at: now };
    }),
  );
}

/** Records a spam complaint; `ip` is the source address from the report, '' where it is unknown. Idempotent. */
export async function recordSpamReport(
  ctx: ServiceContext,
  tx: Queries,
  message: SentMessage,
  ip: string,
): Promise<void> {
  await recordMessageEvent(ctx, tx, message, { kind: 'spam_report', cause: 'spamreport', fields: {} });
  await suppress(ctx, tx, message, { list: 'spam_reports', reason: '', status: '', ip });
}

async function suppress(
  ctx: ServiceContext,
  tx: Queries,
  { row: { account, region, email } }: SentMessage,
  entry: { list: SuppressionList; reason: string; status: string; ip?: string },
): Promise<void> {
  await upsertSuppressions(tx, [{ account, region, email, ip: '', ...entry, created_at: ctx.clock.now() }]);
}
