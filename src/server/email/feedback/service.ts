/** Processes reports about sent messages: spam complaints (ARF) and delivery status notifications (DSN). */

import type { Queries } from '../../platform/database/database.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { SentMessage } from '../messages/message.ts';
import { findSentMessage, recordBounce, recordMessageEvent, recordSpamReport } from '../messages/outcomes.ts';
import { readReportInThread } from '../mime/parser-threads.ts';
import type { DeliveryStatusNotification } from '../mime/report.ts';
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

/** Of all reports that are being received or wait to be parsed: anybody may send one. */
const maxHeldBytes = 32 * 1024 * 1024;
const held = perServer(() => ({ bytes: 0 }));

/**
 * Receives a message to a report address, or to the return path of the message that `returned` names. Automatic replies come
 * to return paths as well (RFC 3834, section 4): what is no report is accepted there, and ignored.
 *
 * @throws SmtpRejection for anything to a report address but a report about a message from here, and while too much is held
 */
export async function receiveReport(
  ctx: ServiceContext,
  chunks: MessageChunks,
  returned: ReturnPathKey | null,
): Promise<void> {
  const all = held(ctx);
  const received: Buffer[] = [];
  let kept = 0;
  let size = 0;
  try {
    for await (const { bytes } of chunks) {
      size += bytes.length;
      if (size > maxReportBytes) continue;
      if (all.bytes + bytes.length > maxHeldBytes)
        throw new SmtpRejection(451, 'Too many reports at once, try again later');
      all.bytes += bytes.length;
      kept += bytes.length;
      received.push(Buffer.from(bytes));
    }
    // What is reported stands before the message that came back, which may be of any size.
    if (size > maxReportBytes && returned === null) throw new SmtpRejection(552, 'The report is too large');
    const isReport = await processReport(ctx, new Uint8Array(Buffer.concat(received)), returned);
    if (!isReport && returned === null)
      throw new SmtpRejection(554, 'This is no report about a message from here');
  } finally {
    all.bytes -= kept;
  }
}

/**
 * Processes a message that may be a report. True when it was a report about a message from here: the event is recorded, and
 * the address suppressed. It is authenticated by the signed return path, or else by the Message-ID: only those who have the
 * message know it.
 */
async function processReport(
  ctx: ServiceContext,
  bytes: Uint8Array<ArrayBuffer>,
  returned: ReturnPathKey | null,
): Promise<boolean> {
  const report = await readReportInThread(bytes);
  if (report === null) return false;
  const key = returned ?? report.messageIds.map(keyInMessageId).find((each) => each !== null) ?? null;
  const message = key === null ? null : await findSentMessage(ctx.database.read, key);
  if (message === null) return false;
  const { feedback, delivery } = report;
  if (feedback !== null && feedback.kind !== 'not-spam') {
    await ctx.database.write((tx) => recordSpamReport(ctx, tx, message, feedback.sourceIp));
    ctx.wake('events');
    return true;
  }
  if (delivery === null) return false;
  await ctx.database.write((tx) => recordDeliveryStatus(ctx, tx, message, delivery));
  ctx.wake('events');
  return true;
}

function keyInMessageId(messageId: string): ReturnPathKey | null {
  const [, mail, number] = /^([\w-]{22})\.(\d{1,6})@/.exec(messageId) ?? [];
  return mail === undefined ? null : { mail, number: Number(number) };
}

/** Idempotent. A message that has already bounced or was dropped keeps its status. */
async function recordDeliveryStatus(
  ctx: ServiceContext,
  tx: Queries,
  message: SentMessage,
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
