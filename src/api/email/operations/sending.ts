/** /v3/mail: sending. */

import Type from 'typebox';
import { resource } from '../../operation/operation.ts';
import { errorResponses } from '../error.ts';
import { sendRequestSchema } from '../message.ts';
import type { EmailOperation } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const group = 'Email: sending';
const access = 'key';

/** The documented limit of a mail with its attachments, as JSON. */
const largestMail = 30 * 1024 * 1024;

export const sendEmail = {
  id: 'SendMail',
  method: 'POST',
  path: emailPaths.sendEmail,
  group,
  summary: 'Send a mail',
  note: 'The answer has no body; X-Message-Id names the mail. In sandbox mode the body is checked and 200 answered.',
  access,
  scope: 'mail.send',
  requestsPerMinute: 600_000,
  maxBodyBytes: largestMail,
  json: sendRequestSchema,
  responses: {
    200: { text: 'Sandbox mode: the mail could be sent as it stands.' },
    202: { text: 'The mail was accepted.' },
    ...errorResponses(400, 413),
  },
} as const satisfies EmailOperation;

export const createBatch = {
  id: 'CreateMailBatch',
  method: 'POST',
  path: emailPaths.batches,
  group,
  summary: 'Make an id that joins mails to a batch',
  access,
  scope: 'mail.batch.create',
  responses: {
    201: { text: 'The id.', schema: resource('MailBatch', { batch_id: Type.String() }) },
    ...errorResponses(),
  },
} as const satisfies EmailOperation;
