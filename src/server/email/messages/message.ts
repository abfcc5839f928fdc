/** A mail as one recipient gets it: what holds for all, what holds for that one, and what its events say. */

import type { EmailAddress, Personalization, SendRequest } from '#api/email/message.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { OutboundRow } from './store.ts';

/** What holds for all recipients; files are rows of their own. */
export type SharedMessage = Omit<SendRequest, 'personalizations' | 'attachments'>;

export type OutboundMessage = { row: OutboundRow; shared: SharedMessage; personalization: Personalization };

export function parseOutboundMessage(row: OutboundRow): OutboundMessage {
  return {
    row,
    shared: JSON.parse(row.shared) as SharedMessage,
    personalization: JSON.parse(row.value) as Personalization,
  };
}

/** Names the mail at this recipient. What stands before the dot was the answer to the request. */
export function messageIdOf({ mail, number }: Pick<OutboundRow, 'mail' | 'number'>): string {
  return `${mail}.${number}`;
}

/** The `Message-ID` of the mail, without angle brackets. It is the same at every attempt. */
export function smtpIdOf(row: Pick<OutboundRow, 'mail' | 'number' | 'sender'>): string {
  return `${messageIdOf(row)}@${row.sender.slice(row.sender.lastIndexOf('@') + 1)}`;
}

export function senderOf({ from }: SharedMessage, person: Personalization): EmailAddress {
  return person.from ?? from;
}

/** What each event of the mail has beside its own fields. Custom arguments never take the place of a field. */
export function eventFields({
  row,
  mail,
  person,
}: {
  row: Pick<OutboundRow, 'mail' | 'number' | 'sender' | 'email'>;
  mail: SharedMessage;
  person: Personalization;
}): JsonObject {
  const { categories = [], asm, custom_args } = mail;
  const own = { ...custom_args, ...person.custom_args };
  const args = Object.fromEntries(Object.entries(own).filter(([name]) => !reservedNames.has(name)));
  const [only] = categories;
  return {
    ...args,
    email: row.email,
    'smtp-id': `<${smtpIdOf(row)}>`,
    ...(only !== undefined && { category: categories.length === 1 ? only : categories }),
    ...(asm !== undefined && { asm_group_id: asm.group_id }),
  };
}

/** The names of the fields of events. */
const reservedNames: ReadonlySet<string> = new Set(
  (
    'email timestamp event smtp-id category sg_event_id sg_message_id asm_group_id marketing_campaign_id ' +
    'marketing_campaign_name pool send_at response attempt ip tls cert_err reason status type ' +
    'bounce_classification useragent sg_machine_open sg_content_type url url_offset'
  ).split(' '),
);
