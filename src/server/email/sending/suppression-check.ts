/** Suppression check: recipients that are dropped because their address is invalid or on a list that the message does not bypass. */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type { SharedMessage } from '../messages/message.ts';
import { invalidAddress } from '../messages/outcomes.ts';
import { findSuppressedInGroup } from '../suppressions/groups/store.ts';
import { findSuppressions } from '../suppressions/store.ts';
import { readMailbox } from '../validation/email-address.ts';
import { toAsciiHostname } from '../validation/host-name.ts';

/** The reasons in `dropped` events. Blocks do not suppress: they concerned one message. */
const reasons: Readonly<Record<Exclude<SuppressionList, 'blocks'>, string>> = {
  bounces: 'Bounced Address',
  invalid_emails: invalidAddress,
  spam_reports: 'Spam Reporting Address',
  unsubscribes: 'Unsubscribed Address',
};

/** The reasons that concern no address, in their documented spelling. */
export const dropReasons = {
  invalidHeader: 'Invalid SMTPAPI header',
  spamContent: 'Spam Content',
  overQuota: 'Recipient List over Package Quota',
} as const;

/** The reason for each dropped address, by address in lower case. */
export async function findDropReasons(
  db: Queries,
  owner: Owner,
  message: SharedMessage,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const drops = new Map<string, string>();
  for (const email of emails) if (!isDeliverable(email)) drops.set(email, invalidAddress);
  const { bypass_list_management: bypassAll } = message.mail_settings ?? {};
  if (bypassAll?.enable === true) return drops;
  const bypassed = bypassedLists(message);
  for (const { email, list } of await findSuppressions(db, owner, emails)) {
    if (list !== 'blocks' && !bypassed.has(list) && !drops.has(email)) drops.set(email, reasons[list]);
  }
  if (message.asm === undefined) return drops;
  for (const email of await findSuppressedInGroup(db, owner, message.asm.group_id, emails)) {
    if (!drops.has(email)) drops.set(email, reasons.unsubscribes);
  }
  return drops;
}

function bypassedLists({ mail_settings: settings = {} }: SharedMessage): Set<SuppressionList> {
  const bypassed = new Set<SuppressionList>();
  if (settings.bypass_bounce_management?.enable === true) bypassed.add('bounces').add('invalid_emails');
  if (settings.bypass_spam_management?.enable === true) bypassed.add('spam_reports');
  if (settings.bypass_unsubscribe_management?.enable === true) bypassed.add('unsubscribes');
  return bypassed;
}

/** False for an address that cannot exist (RFC 5321, RFC 1123): it is not attempted. */
function isDeliverable(email: string): boolean {
  const found = readMailbox(email);
  if (found === null) return false;
  const domain = toAsciiHostname(found.domain);
  if (found.local.length > 64 || domain.length > 253) return false;
  const labels = domain.split('.');
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return false;
  return labels.every((label) => label.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label));
}
