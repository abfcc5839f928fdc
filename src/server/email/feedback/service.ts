/** Processes reports about sent messages: spam complaints (ARF) and delivery status notifications (DSN). */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import { recordBounce, recordMessageEvent, recordSpamReport } from '../messages/outcomes.ts';
import { findOutboundMessageById } from '../messages/store.ts';
import {
  type DeliveryStatusNotification,
  parseDeliveryStatusNotification,
  parseFeedbackReport,
  parseReport,
} from '../mime/report.ts';
import { classifyReply } from '../smtp/classify-reply.ts';
import { type MessageChunks, SmtpRejection } from '../smtp/handlers.ts';
import type { ReturnPathKey } from './return-path.ts';

/** Local parts of the report addresses, at any host name of this server. */
const reportNames: readonly string[] = ['feedback-reports', 'bounce-reports'];

export function isReportAddress(address: string): boolean {
  return reportNames.includes(address.toLowerCase().slice(0, address.lastIndexOf('@')));
}

/** So much of a report is read, which may include the original message. */
const maxReportBytes = 2 * 1024 * 1024;

/**
 * Receives a message to a report address, or to the return path of the message that `returned` names. Automatic replies come
 * to return paths as well (RFC 3834, section 4): what is no report is accepted there, and ignored.
 *
 * @throws SmtpRejection for anything to a report address but a report about a message from here
 */
export async function receiveReport(
  ctx: ServiceContext,
  chunks: MessageChunks,
  returned: ReturnPathKey | null,
): Promise<void> {
  const received: Buffer[] = [];
  let size = 0;
  for await (const { bytes } of chunks) {
    size += bytes.length;
    if (size <= maxReportBytes) received.push(Buffer.from(bytes));
  }
  // What is reported stands before the message that came back, which may be of any size.
  if (size > maxReportBytes && returned === null) throw new SmtpRejection(552, 'The report is too large');
  const isReport = await processReport(ctx, Buffer.concat(received), returned);
  if (!isReport && returned === null)
    throw new SmtpRejection(554, 'This is no report about a message from here');
}

/**
 * Processes a message that may be a report. True when it was a report about a message from here: the event is recorded, and
 * the address suppressed. It is authenticated by the signed return path, or else by the Message-ID: only those who have the
 * message know it.
 */
export async function processReport(
  ctx: ServiceContext,
  bytes: Uint8Array,
  returned: ReturnPathKey | null,
): Promise<boolean> {
  const parts = parseReport(bytes);
  if (parts === null) return false;
  const message = await findReportedMessage(ctx, returned ?? keyInMessageId(parts.messageId ?? ''));
  if (message === null) return false;
  const spam = parseFeedbackReport(parts);
  if (spam !== null && spam.kind !== 'not-spam') {
    await ctx.database.write((tx) => recordSpamReport(ctx, tx, message, spam.sourceIp));
    ctx.wake('events');
    return true;
  }
  const delivery = parseDeliveryStatusNotification(parts);
  if (delivery === null) return false;
  await ctx.database.write((tx) => recordDeliveryStatus(ctx, tx, message, delivery));
  ctx.wake('events');
  return true;
}

function keyInMessageId(messageId: string): ReturnPathKey | null {
  const [, mail, number] = /^([\w-]{22})\.(\d{1,6})@/.exec(messageId) ?? [];
  return mail === undefined ? null : { mail, number: Number(number) };
}

async function findReportedMessage(
  ctx: ServiceContext,
  key: ReturnPathKey | null,
): Promise<OutboundMessage | null> {
  const row = key === null ? undefined : await findOutboundMessageById(ctx.database.read, key);
  return row === undefined ? null : parseOutboundMessage(row);
}

/** Idempotent. A message that has already bounced or was dropped keeps its status. */
async function recordDeliveryStatus(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  { action, text }: DeliveryStatusNotification,
): Promise<void> {
  const { attempts, status } = message.row;
  if (['bounced', 'blocked', 'dropped'].includes(status)) return;
  if (action === 'delayed') {
    // Repeated notifications of the same delay are one event.
    const fields = { response: text, attempt: String(attempts) };
    await recordMessageEvent(ctx, tx, message, { kind: 'deferred', cause: `delayed.${text}`, fields });
    return;
  }
  // The action `failed` is permanent, even where the status is that of the last transient reply (4.x.x).
  const replyClass = classifyReply({ code: 550, text });
  if (replyClass.kind !== 'refused') return;
  await recordBounce(ctx, tx, message, { attempts, text, replyClass, fields: {} });
}
