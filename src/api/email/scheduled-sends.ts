/** Batches of scheduled emails that are paused or cancelled. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import { regions } from './regions.ts';

/** How many batches of an account may be paused or cancelled at once. */
export const maxScheduledSends = 10;

export const scheduledSendStatus = Type.Union([Type.Literal('pause'), Type.Literal('cancel')], {
  description:
    'pause: emails wait beyond their send_at, for 72 hours at most. cancel: they are discarded at their send_at.',
});
export const batchId = Type.String({ minLength: 1, maxLength: 100 });

export const batchSchema = resource('MailBatch', { batch_id: Type.String() });
export const scheduledSendSchema = resource('ScheduledSend', {
  batch_id: Type.String(),
  status: scheduledSendStatus,
});

export type ScheduledSend = Static<typeof scheduledSendSchema>;

export const waitingEmailSchema = resource('ScheduledMail', {
  sid: sid('EM'),
  account_sid: sid('AC'),
  region: oneOf(regions),
  batch_id: nullable(Type.String()),
  from: Type.String({ personal: 'address' }),
  to: Type.String({ personal: 'address' }),
  subject: Type.String({ personal: 'text' }),
  date_to_send: dateTime({ description: 'In the past while its batch is paused.' }),
  url: url({ description: 'The sent email.' }),
});

export type WaitingEmail = Static<typeof waitingEmailSchema>;

export const waitingEmailPageSchema = pageOf('ScheduledMailPage', 'mails', waitingEmailSchema);
