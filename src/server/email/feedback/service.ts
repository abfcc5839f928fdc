/** Reports about mails that went out from here: a reader called one spam, or a server could not deliver it after all. */

import type { ServiceContext } from '../../platform/service-context.ts';
import { recordSpamReport } from '../messages/complaint.ts';
import { type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import { findOutboundMessageById } from '../messages/store.ts';
import { parseDeliveryStatusNotification } from '../mime/delivery-status-notification.ts';
import { parseFeedbackReport } from '../mime/feedback-report.ts';
import { parseReport } from '../mime/report.ts';
import { type MessageChunks, SmtpRejection } from '../smtp/handlers.ts';
import { recordDeliveryStatus } from './delivery-status.ts';

/** The names before the @ to which reports are sent, at whatever host name reaches this server. */
const reportNames: readonly string[] = ['feedback-reports', 'bounce-reports'];

export function isReportAddress(address: string): boolean {
  return reportNames.includes(address.toLowerCase().slice(0, address.lastIndexOf('@')));
}

/** Bytes of a report; it holds no more than the mail that it is about. */
const maxReportBytes = 2 * 1024 * 1024;

/** Takes a mail to the address of reports as it comes in. @throws MailRefused for what is no report about a mail from here */
export async function receiveReport(ctx: ServiceContext, pieces: MessageChunks): Promise<void> {
  const held: Buffer[] = [];
  let size = 0;
  for await (const { bytes } of pieces) {
    size += bytes.length;
    if (size <= maxReportBytes) held.push(Buffer.from(bytes));
  }
  if (size > maxReportBytes) throw new SmtpRejection(552, 'The report is too large');
  if (!(await processReport(ctx, Buffer.concat(held))))
    throw new SmtpRejection(554, 'This is no report about a mail from here');
}

/**
 * Takes a mail that may be a report. True when it was one about a mail from here: the event is recorded, and the address
 * gets no more mail. The Message-ID is the proof: only who has the mail can know it.
 */
export async function processReport(ctx: ServiceContext, bytes: Uint8Array): Promise<boolean> {
  // What cannot be read is no report.
  const parts = await parseReport(bytes).catch(() => null);
  if (parts === null) return false;
  const order = await findMessageByMessageId(ctx, parts.messageId ?? '');
  if (order === null) return false;
  const spam = parseFeedbackReport(parts);
  if (spam !== null && spam.kind !== 'not-spam') {
    await ctx.database.write((tx) => recordSpamReport(ctx, tx, order, spam.sourceIp));
    return true;
  }
  const delivery = parseDeliveryStatusNotification(parts);
  if (delivery === null) return false;
  await ctx.database.write((tx) => recordDeliveryStatus(ctx, tx, order, delivery));
  return true;
}

async function findMessageByMessageId(
  ctx: ServiceContext,
  messageId: string,
): Promise<OutboundMessage | null> {
  const [, mail, number] = /^([\w-]{22})\.(\d{1,6})@/.exec(messageId) ?? [];
  if (mail === undefined) return null;
  const row = await findOutboundMessageById(ctx.database.read, { mail, number: Number(number) });
  return row === undefined ? null : parseOutboundMessage(row);
}
