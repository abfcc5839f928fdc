/** Sent email, one resource for each recipient: delivery status and content. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import type { EmailEvent } from './events.ts';
import { regions } from './regions.ts';
import { searchedTo } from './search.ts';
import { outboundStatuses } from './statuses.ts';

const summary = {
  sid: sid('EM'),
  account_sid: sid('AC'),
  region: oneOf(regions),
  message_id: Type.String({ description: 'The X-Message-Id of the send response.' }),
  sg_message_id: Type.String({ description: 'The same as in events.' }),
  status: oneOf(outboundStatuses),
  is_in_mailbox: Type.Boolean({ description: 'True when it is in the built-in mailbox.' }),
  from: Type.String({ personal: 'address' }),
  to: Type.String({ personal: 'address' }),
  subject: Type.String({ personal: 'text' }),
  attempts: Type.Integer({ minimum: 0 }),
  response: nullable(
    Type.String({ personal: 'text', description: 'The last SMTP reply, or the reason for dropping.' }),
  ),
  date_created: dateTime(),
  date_sent: Type.String({
    format: 'date-time',
    description: 'The time of sending, which may be in the future.',
  }),
  date_updated: nullable(dateTime()),
  url: url(),
  links: resource('OutboundMailLinks', { html: url(), source: url() }),
};

export const outboundEmailSchema = resource('OutboundMail', summary);
export type OutboundEmail = Static<typeof outboundEmailSchema>;

export const outboundEmailPageSchema = Type.Object(
  {
    ...pageOf('OutboundMailPage', 'mails', outboundEmailSchema).properties,
    searched_to: searchedTo,
  },
  { title: 'OutboundMailPage' },
);
export type OutboundEmailPage = Static<typeof outboundEmailPageSchema>;

/** What every event has; more depends on its kind, and on the custom arguments of the message. */
export const mailEventSchema = Type.Unsafe<EmailEvent>(
  Type.Object(
    { event: Type.String(), timestamp: Type.Integer(), sg_event_id: Type.String() },
    { title: 'MailEvent' },
  ),
);

export const outboundEmailDetailsSchema = resource('OutboundMailView', {
  ...summary,
  size: Type.Integer({ description: 'Bytes of the source.' }),
  text: nullable(Type.String({ personal: 'text' })),
  html: nullable(
    Type.String({
      personal: 'text',
      description: 'As the recipient sees it, with tracking pixel and signed links.',
    }),
  ),
  headers: Type.Array(
    resource('MailHeader', { name: Type.String(), value: Type.String({ personal: 'text' }) }),
  ),
  attachments: Type.Array(
    resource('MailAttachment', {
      filename: Type.String({ personal: 'text' }),
      type: Type.String(),
      size: Type.Integer({ minimum: 0 }),
      is_inline: Type.Boolean(),
    }),
  ),
  ignored_members: Type.Array(Type.String({ personal: 'text' }), {
    description: 'Members of the send request that the API does not have.',
  }),
  categories: Type.Array(Type.String()),
  template: nullable(
    resource('OutboundMailTemplate', { id: Type.String(), name: Type.String(), version_id: Type.String() }),
  ),
  events: Type.Array(mailEventSchema, { description: 'Events, oldest first.' }),
  posts: Type.Array(
    resource('MailEventPost', {
      delivery_sid: sid('ED'),
      webhook_id: Type.String(),
      event_ids: Type.Array(Type.String(), {
        description: 'The `sg_event_id` of those that it had of this email.',
      }),
      response_status: nullable(Type.Integer()),
      problem: nullable(Type.String()),
      latency_ms: Type.Integer({ minimum: 0 }),
      date_made: dateTime(),
      date_next: nullable(dateTime()),
    }),
    { description: 'Posts of the events to webhooks that are enabled, oldest first.' },
  ),
});
export type OutboundEmailDetails = Static<typeof outboundEmailDetailsSchema>;
