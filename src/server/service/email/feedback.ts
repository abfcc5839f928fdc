/** Feedback reports: a mail service tells that a reader called a mail that went out from here spam. */

import type { Readable } from 'node:stream';
import { readFeedbackReport } from '../../connector/smtp/feedback-report.ts';
import { MailRefused } from '../../connector/smtp/listen.ts';
import { findOutboundByMessage } from '../../store/email/outbound.ts';
import type { Host } from '../host.ts';
import { orderOf } from './outbound-order.ts';
import { recordSpam } from './spam.ts';

/** The name before the @ to which reports are sent, at whatever host name reaches this server. */
const feedbackName = 'feedback-reports';

export function takesFeedback(address: string): boolean {
  return address.toLowerCase().startsWith(`${feedbackName}@`);
}

/** Bytes of a report; it holds no more than the mail that it is about. */
const largestReport = 2 * 1024 * 1024;

/** Takes a mail to the address of reports as it comes in. @throws MailRefused for what is no report about a mail from here */
export async function receiveFeedback(host: Host, bytes: Readable): Promise<void> {
  const held: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestReport) held.push(chunk);
  }
  if (size > largestReport) throw new MailRefused(552, 'The report is too large');
  if (!(await takeFeedbackReport(host, Buffer.concat(held))))
    throw new MailRefused(554, 'This is no report about a mail from here');
}

/**
 * Takes a mail that may be a report. True when it was one about a mail from here: the event is recorded, and the address
 * gets no more mail. The Message-ID is the proof: only who has the mail can know it.
 */
export async function takeFeedbackReport(host: Host, bytes: Uint8Array): Promise<boolean> {
  // What cannot be read is no report.
  const report = await readFeedbackReport(bytes).catch(() => null);
  if (report === null || report.kind === 'not-spam') return false;
  const [, mail, number] = /^([\w-]{22})\.(\d{1,6})@/.exec(report.messageId) ?? [];
  if (mail === undefined) return false;
  const row = await findOutboundByMessage(host.database.read, { mail, number: Number(number) });
  if (row === undefined) return false;
  await host.database.write((tx) => recordSpam(host, tx, orderOf(row), report.sourceIp));
  return true;
}
