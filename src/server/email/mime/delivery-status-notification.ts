/** Reads delivery reports (DSN, RFC 3464): by such a mail a mail server tells later what became of one that it had taken. */

import { headerFieldOf, type ReportParts } from './report.ts';

/**
 * `messageId` is that of the mail it is about, without angle brackets. `text` is what the last server said, or the status
 * where it said nothing.
 */
export type DeliveryStatusNotification = { action: 'failed' | 'delayed'; messageId: string; text: string };

const maxTextLength = 1000;

/** Null for a mail that is no such report, or tells that all is well. */
export function parseDeliveryStatusNotification({
  textOf,
  messageId,
}: ReportParts): DeliveryStatusNotification | null {
  const told = textOf('message/delivery-status') ?? textOf('message/global-delivery-status');
  if (told === null || messageId === null) return null;
  // The first group is about the report, each of the others about a recipient; a mail from here has one.
  const groups = told
    .trim()
    .split(/\r?\n[ \t]*\r?\n/)
    .slice(1);
  for (const action of ['failed', 'delayed'] as const) {
    const group = groups.find((each) => headerFieldOf(each, 'action').toLowerCase() === action);
    if (group === undefined) continue;
    const status = /^[45]\.\d{1,3}\.\d{1,3}/.exec(headerFieldOf(group, 'status'))?.[0] ?? '';
    const said = headerFieldOf(group, 'diagnostic-code').replace(/^[\w-]+;\s*/, '');
    const text = said.includes(status) ? said : `${status} ${said}`;
    return { action, messageId, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength) };
  }
  return null;
}
