/** Feedback reports: a mail service tells that a reader called a mail that went out from here spam. */

import { readFeedbackReport } from '../../connector/smtp/feedback-report.ts';
import { findOutboundByMessage } from '../../store/email/outbound.ts';
import type { Host } from '../host.ts';
import { orderOf } from './outbound-order.ts';
import { recordSpam } from './spam.ts';

/** The name before the @ to which reports are sent, at every host name that takes mail here. */
export const feedbackName = 'feedback-reports';

export function takesFeedback(address: string): boolean {
  return address.toLowerCase().startsWith(`${feedbackName}@`);
}

/**
 * Takes a mail that may be a report. True when it was one about a mail from here: the event is recorded, and the address
 * gets no more mail. The Message-ID is the proof: only who has the mail can know it.
 *
 * @throws what reading the mail throws
 */
export async function takeFeedbackReport(host: Host, bytes: Uint8Array): Promise<boolean> {
  const report = await readFeedbackReport(bytes);
  if (report === null || report.kind === 'not-spam') return false;
  const [, mail, number] = /^([\w-]{22})\.(\d{1,6})@/.exec(report.messageId) ?? [];
  if (mail === undefined) return false;
  const row = await findOutboundByMessage(host.database.read, { mail, number: Number(number) });
  if (row === undefined) return false;
  await host.database.write((tx) => recordSpam(host, tx, orderOf(row), report.sourceIp));
  return true;
}
