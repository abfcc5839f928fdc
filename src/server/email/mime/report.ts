/** Reports of other mail servers, as multipart/report (RFC 6522): delivery status notifications (RFC 3464) and feedback reports (RFC 5965). */

import { type MimeLeaf, parseStructure } from './structure.ts';

export type ReportParts = {
  /** The text of the first part of that media type; null where there is none. */
  textOf(type: string): string | null;
  /** The Message-ID of the original message, without angle brackets; null without one. */
  messageId: string | null;
};

const originalTypes = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'];

/** Parses a report; null for a message that cannot be parsed. */
export function parseReport(bytes: Uint8Array): ReportParts | null {
  const leaves = leavesOf(bytes);
  if (leaves === null) return null;
  const textOf = (...types: string[]) => {
    const leaf = leaves.find(({ type }) => types.includes(type));
    return leaf === undefined ? null : Buffer.from(leaf.content()).toString('utf8');
  };
  const original = textOf(...originalTypes);
  const named = original === null ? '' : headerFieldOf(original, 'message-id');
  return { textOf, messageId: /<([^<>\s]{1,250})>/.exec(named)?.[1] ?? null };
}

function leavesOf(bytes: Uint8Array): MimeLeaf[] | null {
  try {
    return parseStructure(bytes).leaves;
  } catch {
    return null;
  }
}

/** The value of a header field, '' where it is missing. The headers end at the first empty line. */
export function headerFieldOf(text: string, name: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/** `sourceIp` is '' without one. */
type FeedbackReport = { kind: string; sourceIp: string };

/** Null for a message that is no feedback report. */
export function parseFeedbackReport({ textOf }: ReportParts): FeedbackReport | null {
  const fields = textOf('message/feedback-report');
  if (fields === null) return null;
  return {
    kind: headerFieldOf(fields, 'feedback-type').toLowerCase(),
    sourceIp: headerFieldOf(fields, 'source-ip').slice(0, 45),
  };
}

/** `text` is the diagnostic of the last server, or the status where there is none. */
export type DeliveryStatusNotification = { action: 'failed' | 'delayed'; text: string };

const maxTextLength = 1000;

/** Null for a message that is no DSN, or reports success. */
export function parseDeliveryStatusNotification({ textOf }: ReportParts): DeliveryStatusNotification | null {
  const fields = textOf('message/delivery-status') ?? textOf('message/global-delivery-status');
  if (fields === null) return null;
  // The first group has per-message fields, each other one per-recipient fields; our messages have one recipient.
  const groups = fields
    .trim()
    .split(/\r?\n[ \t]*\r?\n/)
    .slice(1);
  for (const action of ['failed', 'delayed'] as const) {
    const group = groups.find((each) => headerFieldOf(each, 'action').toLowerCase() === action);
    if (group === undefined) continue;
    const status = /^[45]\.\d{1,3}\.\d{1,3}/.exec(headerFieldOf(group, 'status'))?.[0] ?? '';
    const diagnostic = headerFieldOf(group, 'diagnostic-code').replace(/^[\w-]+;\s*/, '');
    const text = diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`;
    return { action, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength) };
  }
  return null;
}
