/** Reports of other mail servers, as multipart/report (RFC 6522): delivery status notifications (RFC 3464) and feedback reports (RFC 5965). */

import { fieldOf } from './header-fields.ts';
import { mimeLimits } from './limits.ts';
import { type MimeStructure, parseStructure } from './structure.ts';

/** What a report says of a message. */
export type Report = {
  /** The Message-IDs, without angle brackets, by which it names the original message, the surest first. */
  messageIds: readonly string[];
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

/** A report that somebody forwards as a file is an attached message; so deep it is looked for. */
const maxForwards = 3;

/** Parses a report; null for a message that cannot be parsed. */
export function readReport(bytes: Uint8Array, forwards = maxForwards): Report | null {
  const structure = structureOf(bytes);
  if (structure === null) return null;
  const { fields, leaves } = structure;
  const textOf = (...types: string[]) => {
    const leaf = leaves.find(({ type }) => types.includes(type));
    const head = leaf?.content().subarray(0, mimeLimits.reportPartBytes);
    return head === undefined ? null : Buffer.from(head).toString('utf8');
  };
  const status = textOf('message/delivery-status', 'message/global-delivery-status');
  const feedback = textOf('message/feedback-report');
  const forwarded = leaves.find(({ type }) => type === 'message/rfc822');
  if (status === null && feedback === null && forwarded !== undefined && forwards > 0)
    return readReport(forwarded.content(), forwards - 1);
  const named = [
    headerFieldOf(textOf(...originalTypes) ?? '', 'message-id'),
    ...['x-original-message-id', 'original-message-id'].map((name) => fieldOfStatus(status ?? '', name)),
    // A server that returns nothing of it answers it.
    fieldOf(fields, 'in-reply-to'),
    fieldOf(fields, 'references'),
  ];
  return {
    messageIds: named.flatMap((text) =>
      [...text.slice(0, maxNamedLength).matchAll(/<([^<>\s]{1,250})>/g)].map(([, id = '']) => id),
    ),
    feedback: feedbackOf(feedback),
    delivery: deliveryOf(status),
  };
}

/** Of a field that names messages; more is a list of others. */
const maxNamedLength = 4_000;

function structureOf(bytes: Uint8Array): MimeStructure | null {
  try {
    return parseStructure(bytes);
  } catch {
    return null;
  }
}

/** The first field of that name in any group of a delivery status. */
function fieldOfStatus(text: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.{0,500})`, 'im').exec(text)?.[1] ?? '';
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
  // The first group has per-message fields, each other one per-recipient fields; some servers leave out the line between them.
  const groups = fields.trim().split(/\r?\n[ \t]*\r?\n/, 1 + mimeLimits.reportRecipients);
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
