/** Parses delivery status notifications (DSN, RFC 3464): a mail server reports the fate of a message that it had accepted. */

import { headerFieldOf, type ReportParts } from './report.ts';

/**
 * `messageId` is the Message-ID of the original message, without angle brackets. `text` is the diagnostic of the last server,
 * or the status where there is none.
 */
export type DeliveryStatusNotification = { action: 'failed' | 'delayed'; messageId: string; text: string };

const maxTextLength = 1000;

/** Null for a message that is no DSN, or reports success. */
export function parseDeliveryStatusNotification({
  textOf,
  messageId,
}: ReportParts): DeliveryStatusNotification | null {
  const fields = textOf('message/delivery-status') ?? textOf('message/global-delivery-status');
  if (fields === null || messageId === null) return null;
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
    return { action, messageId, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength) };
  }
  return null;
}
