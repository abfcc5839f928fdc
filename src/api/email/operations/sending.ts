/** /v3/mail: sending email. */

import { maxEmailBytes, sendRequestSchema } from '../message.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: sending');

export const sendEmail = operation({
  id: 'SendMail',
  permission: 'email.write',
  method: 'POST',
  audit: { none: 'Traffic: sent emails have a list of their own.' },
  path: emailPaths.sendEmail,
  summary: 'Send an email',
  note: 'The response has no body; X-Message-Id is the id of the message. In sandbox mode the request is only validated, and the status is 200. Unknown members are ignored; X-Not-Supported names members that have no effect, and the sent email lists the unknown ones.',
  scope: 'mail.send',
  requestsPerMinute: 600_000,
  maxBodyBytes: maxEmailBytes,
  json: sendRequestSchema,
  responses: {
    200: { text: 'Sandbox mode: the request is valid.' },
    202: { text: 'Accepted.' },
  },
});
