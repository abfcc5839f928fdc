/** Who gets no mail although it was ordered: bad addresses, and those on the lists that the mail does not pass over. */

import type { SuppressionList } from '#api/email/suppressions.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type { SharedMessage } from '../messages/message.ts';
import { findSuppressedInGroup } from '../messages/store.ts';
import { findSuppressions } from '../suppressions/store.ts';

export const invalidAddress = 'Invalid Address';

/** The reasons as the event tells them. Blocks stop nothing: they were about one mail. */
const reasons: Readonly<Record<Exclude<SuppressionList, 'blocks'>, string>> = {
  bounces: 'Bounced Address',
  invalid_emails: invalidAddress,
  spam_reports: 'Spam Reporting Address',
  unsubscribes: 'Unsubscribed Address',
};

/** Why these addresses (in small letters) are left out, by address. */
export async function findDropReasons(
  db: Queries,
  owner: Owner,
  mail: SharedMessage,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const drops = new Map<string, string>();
  for (const email of emails) if (!isDeliverable(email)) drops.set(email, invalidAddress);
  const { bypass_list_management: bypassAll } = mail.mail_settings ?? {};
  if (bypassAll?.enable === true) return drops;
  const passed = bypassedLists(mail);
  for (const { email, list } of await findSuppressions(db, owner, emails)) {
    if (list !== 'blocks' && !passed.has(list) && !drops.has(email)) drops.set(email, reasons[list]);
  }
  if (mail.asm === undefined) return drops;
  for (const email of await findSuppressedInGroup(db, owner, mail.asm.group_id, emails)) {
    if (!drops.has(email)) drops.set(email, reasons.unsubscribes);
  }
  return drops;
}

function bypassedLists({ mail_settings: settings = {} }: SharedMessage): Set<SuppressionList> {
  const passed = new Set<SuppressionList>();
  if (settings.bypass_bounce_management?.enable === true) passed.add('bounces').add('invalid_emails');
  if (settings.bypass_spam_management?.enable === true) passed.add('spam_reports');
  if (settings.bypass_unsubscribe_management?.enable === true) passed.add('unsubscribes');
  return passed;
}

/** False for what looks like an address and can be none (RFC 5321): it is not even tried. */
function isDeliverable(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  if (local.length > 64 || domain.length > 253 || !/^[^.]+(\.[^.]+)*$/.test(local)) return false;
  const labels = domain.split('.');
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return false;
  return labels.every(
    (label) => label.length <= 63 && /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label),
  );
}
