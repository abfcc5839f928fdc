/** Reads feedback reports (ARF, RFC 5965): by such a mail a mail service tells that a reader called a mail spam. */

import { headerFieldOf, type ReportParts } from './report.ts';

/** `messageId` is that of the mail it is about, without angle brackets; `sourceIp` '' where the report names none. */
export type FeedbackReport = { kind: string; messageId: string; sourceIp: string };

/** Null for a mail that is no such report. */
export function parseFeedbackReport({ textOf, messageId }: ReportParts): FeedbackReport | null {
  const told = textOf('message/feedback-report');
  if (told === null || messageId === null) return null;
  return {
    kind: headerFieldOf(told, 'feedback-type').toLowerCase(),
    messageId,
    sourceIp: headerFieldOf(told, 'source-ip').slice(0, 45),
  };
}
