/** Reports of other mail servers, as multipart/report (RFC 6522): delivery status notifications (RFC 3464) and feedback reports (RFC 5965). */

import { mimeLimits } from './limits.ts';
import { type MimeLeaf, parseStructure } from './structure.ts';

/** What a report says of a message. */
export type Report = {
  /** The Message-ID of the original message, without angle brackets; null without one. */
  messageId: string | null;
  /** Null for a message that is no feedback report. */
  feedback: FeedbackReport | null;
  /** Null for a message that is no DSN, or reports success. */
  delivery: DeliveryStatusNotification | null;
};

/** `sourceIp` is '' without one. */
type FeedbackReport = { kind: string; sourceIp: string };

/** `text` is the diagnostic of the last server, or the status where there is none. */
export type DeliveryStatusNotification = { action: 'failed' | 'delayed'; text: string };

const originalTypes = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global'];

/** Parses a report; null for a message that cannot be parsed. */
export function readReport(bytes: Uint8Array): Report | null {
  const leaves = leavesOf(bytes);
  if (leaves === null) return null;
  const textOf = (...types: string[]) => {
    const leaf = leaves.find(({ type }) => types.includes(type));
    const head = leaf?.content().subarray(0, mimeLimits.reportPartBytes);
    return head === undefined ? null : Buffer.from(head).toString('utf8');
  };
  const named = headerFieldOf(textOf(...originalTypes) ?? '', 'message-id');
  return {
    messageId: /<([^<>\s]{1,250})>/.exec(named)?.[1] ?? null,
    feedback: feedbackOf(textOf('message/feedback-report')),
    delivery: deliveryOf(textOf('message/delivery-status') ?? textOf('message/global-delivery-status')),
  };
}

function leavesOf(bytes: Uint8Array): MimeLeaf[] | null {
  try {
    return parseStructure(bytes).leaves;
  } catch {
    return null;
  }
}

/** The value of a header field, '' where it is missing. The headers end at the first empty line. */
function headerFieldOf(text: string, name: string): string {
  const [head = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

function feedbackOf(fields: string | null): FeedbackReport | null {
  if (fields === null) return null;
  return {
    kind: headerFieldOf(fields, 'feedback-type').toLowerCase(),
    sourceIp: headerFieldOf(fields, 'source-ip').slice(0, 45),
  };
}

const maxTextLength = 1000;

function deliveryOf(fields: string | null): DeliveryStatusNotification | null {
  if (fields === null) return null;
  // The first group has per-message fields, each other one per-recipient fields.
  const groups = fields
    .trim()
    .split(/\r?\n[ \t]*\r?\n/, 1 + mimeLimits.reportRecipients)
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
