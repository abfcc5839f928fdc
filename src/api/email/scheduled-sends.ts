/** Batches of scheduled emails that are paused or cancelled. */

import { type Static, Type } from 'typebox';
import { resource } from '../operation/operation.ts';

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
