/** Reads feedback reports (ARF, RFC 5965): by such a mail a mail service tells that a reader called a mail spam. */

import { fieldOf, type ReportParts } from './report.ts';

/** `messageId` is that of the mail it is about, without angle brackets; `sourceIp` '' where the report names none. */
export type FeedbackReport = { kind: string; messageId: string; sourceIp: string };

/** Null for a mail that is no such report. */
export function feedbackReportOf({ textOf, messageId }: ReportParts): FeedbackReport | null {
  const told = textOf('message/feedback-report');
  if (told === null || messageId === null) return null;
  return {
    kind: fieldOf(told, 'feedback-type').toLowerCase(),
    messageId,
    sourceIp: fieldOf(told, 'source-ip').slice(0, 45),
  };
}
