/** Parses feedback reports (ARF, RFC 5965): a mailbox provider reports that a recipient marked a message as spam. */

import { headerFieldOf, type ReportParts } from './report.ts';

/** `messageId` is the Message-ID of the original message, without angle brackets; `sourceIp` is '' without one. */
export type FeedbackReport = { kind: string; messageId: string; sourceIp: string };

/** Null for a message that is no feedback report. */
export function parseFeedbackReport({ textOf, messageId }: ReportParts): FeedbackReport | null {
  const fields = textOf('message/feedback-report');
  if (fields === null || messageId === null) return null;
  return {
    kind: headerFieldOf(fields, 'feedback-type').toLowerCase(),
    messageId,
    sourceIp: headerFieldOf(fields, 'source-ip').slice(0, 45),
  };
}
