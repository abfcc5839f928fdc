/** /v3/mail: sending. */

import { failures } from '../failure.ts';
import { mailSchema } from '../mail.ts';
import type { EmailOperation } from '../operation.ts';
import { emailPaths } from '../paths.ts';

/** A whole mail with its attachments; base64 and JSON make 30 MB of mail a third larger. */
const largestMail = 42 * 1024 * 1024;

export const sendMail = {
  id: 'SendMail',
  method: 'POST',
  path: emailPaths.sendMail,
  group: 'Email: sending',
  summary: 'Send a mail',
  note: 'The answer has no body; X-Message-Id names the mail. In sandbox mode the body is checked and 200 answered.',
  access: 'key',
  scope: 'mail.send',
  perMinute: 600_000,
  mostBytes: largestMail,
  json: mailSchema,
  answers: { 202: { text: 'The mail was accepted.' }, ...failures(400, 413) },
} as const satisfies EmailOperation;
