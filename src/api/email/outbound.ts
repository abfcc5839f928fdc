/** Mail that went out, one resource for each recipient: what became of it, and what the reader sees. */

import Type, { type Static } from 'typebox';
import { anyObject, dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import type { EmailEvent } from './events.ts';
import { regions } from './regions.ts';

/** `waiting` is on its way for the first time; the last three ended without arrival. */
export const outboundStatuses = [
  'waiting',
  'deferred',
  'delivered',
  'bounced',
  'blocked',
  'dropped',
] as const;

const summary = {
  sid: sid('EM'),
  account_sid: sid('AC'),
  region: oneOf(regions),
  message_id: Type.String({ description: 'The X-Message-Id of the answer to the request.' }),
  sg_message_id: Type.String({ description: 'As events name it.' }),
  status: oneOf(outboundStatuses),
  is_in_mailbox: Type.Boolean({ description: 'True when it lies in the built-in mailbox.' }),
  from: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  attempts: Type.Integer({ minimum: 0 }),
  response: nullable(Type.String({ description: 'What the other side answered, or why it was not asked.' })),
  date_created: dateTime(),
  date_sent: Type.String({ format: 'date-time', description: 'When it went out, or is to.' }),
  date_updated: nullable(dateTime()),
  url: url(),
  links: resource('OutboundMailLinks', { html: url(), source: url() }),
};

export const outboundEmailSchema = resource('OutboundMail', summary);
export type OutboundEmail = Static<typeof outboundEmailSchema>;

export const outboundEmailPageSchema = pageOf('OutboundMailPage', 'mails', outboundEmailSchema);
export type OutboundEmailPage = Static<typeof outboundEmailPageSchema>;

export const outboundEmailDetailsSchema = resource('OutboundMailView', {
  ...summary,
  size: Type.Integer({ description: 'Bytes, as it was handed over.' }),
  text: nullable(Type.String()),
  html: nullable(Type.String({ description: 'As the reader gets it: with pixel and signed links.' })),
  headers: Type.Array(resource('MailHeader', { name: Type.String(), value: Type.String() })),
  attachments: Type.Array(
    resource('MailAttachment', {
      filename: Type.String(),
      type: Type.String(),
      size: Type.Integer({ minimum: 0 }),
      is_inline: Type.Boolean(),
    }),
  ),
  events: Type.Array(anyObject<EmailEvent>(), { description: 'What was told of it, oldest first.' }),
});
export type OutboundEmailDetails = Static<typeof outboundEmailDetailsSchema>;
