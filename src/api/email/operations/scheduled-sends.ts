/** /v3/mail/batch and /v3/user/scheduled_sends: batches of scheduled emails, which can be paused and cancelled. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  batchId,
  batchSchema,
  maxScheduledSends,
  scheduledSendSchema,
  scheduledSendStatus as status,
} from '../scheduled-sends.ts';

const operation = emailOperationsIn('Email: scheduled sends');

const one = { batch_id: Type.String({ description: 'The id of a batch.' }) };

export const createBatch = operation({
  id: 'CreateMailBatch',
  permission: 'email.write',
  method: 'POST',
  audit: { none: 'Traffic: an id for emails to come.' },
  path: emailPaths.batches,
  summary: 'Create a batch id',
  scope: 'mail.batch.create',
  responses: { 201: { text: 'The id.', schema: batchSchema } },
});

export const fetchBatch = operation({
  id: 'FetchMailBatch',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.batch.template,
  summary: 'Check a batch id',
  scope: 'mail.batch.read',
  params: one,
  responses: { 200: { text: 'The id is one.', schema: batchSchema }, ...errorResponses(400) },
});

export const createScheduledSend = operation({
  id: 'CreateScheduledSend',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_batch', shows: ['batch_id', 'status'] },
  path: emailPaths.scheduledSends,
  summary: 'Pause or cancel a batch',
  note: 'Emails whose sending has begun go on.',
  rules: {
    batch_id: `An id that POST /v3/mail/batch has given, of a batch that is neither paused nor cancelled; ${maxScheduledSends} at once.`,
  },
  scope: 'user.scheduled_sends.create',
  json: Type.Object({ batch_id: batchId, status }),
  responses: { 201: { text: 'The batch.', schema: scheduledSendSchema } },
});

export const listScheduledSends = operation({
  id: 'ListScheduledSend',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.scheduledSends,
  summary: 'List paused and cancelled batches',
  scope: 'user.scheduled_sends.read',
  responses: { 200: { text: 'The batches, oldest first.', schema: Type.Array(scheduledSendSchema) } },
});

export const fetchScheduledSend = operation({
  id: 'FetchScheduledSend',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.scheduledSend.template,
  summary: 'Fetch a paused or cancelled batch',
  scope: 'user.scheduled_sends.read',
  params: one,
  responses: { 200: { text: 'A list of that batch.', schema: Type.Array(scheduledSendSchema) } },
});

export const updateScheduledSend = operation({
  id: 'UpdateScheduledSend',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_batch', shows: ['status'] },
  path: emailPaths.scheduledSend.template,
  summary: 'Change between paused and cancelled',
  scope: 'user.scheduled_sends.update',
  params: one,
  json: Type.Object({ status }),
  responses: { 204: { text: 'Changed.' } },
});

export const deleteScheduledSend = operation({
  id: 'DeleteScheduledSend',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_batch' },
  path: emailPaths.scheduledSend.template,
  summary: 'Send a paused or cancelled batch after all',
  note: 'Emails that are due go out within ten minutes.',
  scope: 'user.scheduled_sends.delete',
  params: one,
  responses: { 204: { text: 'They are sent at their time.' } },
});
