/** An outbound message to one recipient: the fields shared by all recipients, those of the recipient, its ids and event fields. */

import type { EmailAddress, Personalization, SendRequest } from '#api/email/message.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { TemplateSnapshot } from '../templates/service.ts';
import { toAsciiHostname } from '../validation/host-name.ts';
import type { OutboundRecipientRow, OutboundRow } from './store.ts';

/** The fields shared by all recipients; attachments have rows of their own. */
export type SharedMessage = Omit<SendRequest, 'personalizations' | 'attachments'> & {
  /** Members of the request that were ignored. */
  ignored?: readonly string[];
  /** What the message is rendered from. */
  template?: TemplateSnapshot;
};

/** A message at a recipient, without its content: `fields` are those of all of its events. */
export type SentMessage = { row: OutboundRecipientRow; fields: JsonObject };

export type OutboundMessage = SentMessage & {
  row: OutboundRow;
  shared: SharedMessage;
  personalization: Personalization;
};

export function parseOutboundMessage(row: OutboundRow): OutboundMessage {
  const shared = JSON.parse(row.shared) as SharedMessage;
  const personalization = JSON.parse(row.value) as Personalization;
  return { row, shared, personalization, fields: eventFields({ row, shared, personalization }) };
}

/** The `sg_message_id` of the message at this recipient. The part before the dot is the `X-Message-Id` of the send request. */
export function messageIdOf({ mail, number }: Pick<OutboundRow, 'mail' | 'number'>): string {
  return `${mail}.${number}`;
}

/** The Message-ID header, without angle brackets. It is the same at every attempt. */
export function smtpIdOf(row: Pick<OutboundRow, 'mail' | 'number' | 'sender'>): string {
  return `${messageIdOf(row)}@${toAsciiHostname(row.sender.slice(row.sender.lastIndexOf('@') + 1))}`;
}

/** Of all recipients of a personalization, in order. */
export function addressesOf({ to, cc = [], bcc = [] }: Personalization): EmailAddress[] {
  return [...to, ...cc, ...bcc];
}

export function senderOf({ from }: SharedMessage, personalization: Personalization): EmailAddress {
  return personalization.from ?? from;
}

/** All that is filled in of where replies go. */
export function textOfReplies(request: Pick<SharedMessage, 'reply_to' | 'reply_to_list'>): string {
  return replyToOf(request, (text) => text)
    .map(({ email, name = '' }) => `${name} ${email}`)
    .join('\n');
}

/** Where replies go, with the substitutions of a personalization filled in. */
export function replyToOf(
  { reply_to, reply_to_list }: Pick<SharedMessage, 'reply_to' | 'reply_to_list'>,
  fill: (text: string) => string,
): EmailAddress[] {
  const all = reply_to_list ?? (reply_to === undefined ? [] : [reply_to]);
  return all.map(({ email, name }) => ({
    email: fill(email),
    ...(name !== undefined && { name: fill(name) }),
  }));
}

/** The fields of every event of the message. Custom arguments never override a field. */
export function eventFields({
  row,
  shared,
  personalization,
}: Pick<OutboundMessage, 'shared' | 'personalization'> & {
  row: Pick<OutboundRow, 'mail' | 'number' | 'sender' | 'email'>;
}): JsonObject {
  const { categories = [], asm, custom_args, template } = shared;
  const allArgs = { ...custom_args, ...personalization.custom_args };
  const args = Object.fromEntries(Object.entries(allArgs).filter(([name]) => !reservedNames.has(name)));
  const [only] = categories;
  return {
    ...args,
    email: row.email,
    'smtp-id': `<${smtpIdOf(row)}>`,
    ...(only !== undefined && { category: categories.length === 1 ? only : categories }),
    ...(asm !== undefined && { asm_group_id: asm.group_id }),
    ...(template !== undefined && { sg_template_id: template.id, sg_template_name: template.name }),
  };
}

/** The fields that an event of the message has in common with all others: those of `eventFields`. */
export function commonFieldsOf(event: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(event).filter(([name]) => commonNames.has(name) || !reservedNames.has(name)),
  );
}

const commonNames: ReadonlySet<string> = new Set(
  'email smtp-id category asm_group_id sg_template_id sg_template_name'.split(' '),
);

/** The custom arguments that an event of the message has. */
export function customArgumentsOf(event: JsonObject): Record<string, string> {
  const own = Object.entries(event).filter(([name]) => name !== 'email' && !reservedNames.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

/** Whether a custom argument of that name is in no event, as they have a field of that name. */
export function isReservedArgument(name: string): boolean {
  return reservedNames.has(name);
}

/** Field names of events, which custom arguments cannot use. */
const reservedNames: ReadonlySet<string> = new Set(
  (
    'email timestamp event smtp-id category sg_event_id sg_message_id asm_group_id marketing_campaign_id ' +
    'marketing_campaign_name sg_template_id sg_template_name pool send_at response attempt ip tls cert_err reason status type ' +
    'bounce_classification useragent sg_machine_open sg_content_type url url_offset'
  ).split(' '),
);
