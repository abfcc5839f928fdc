/** Takes mail in for the host names of the parse settings, where the settings say. */

import { readFileSync } from 'node:fs';
import { listenForMail, type SmtpListener } from './connector/smtp/listen.ts';
import { receiveFeedback, takesFeedback } from './service/email/feedback.ts';
import { largestMail, noteSmtpPort, receiveMail, takesMailFor } from './service/email/inbound.ts';
import type { Host } from './service/host.ts';

/**
 * Null where no mail is taken: it is turned off, or the port that nobody chose belongs to another program.
 *
 * @throws when a port that was chosen cannot be had, or the certificate cannot be read
 */
export async function takeMailIn(host: Host): Promise<SmtpListener | null> {
  const { host: name, port, chosen, tls } = host.config.smtp;
  if (port === null) return null;
  const files =
    tls === null ? null : { cert: readFileSync(tls.cert, 'utf8'), key: readFileSync(tls.key, 'utf8') };
  try {
    const listener = await listenForMail(
      { host: name, port, tls: files, maxBytes: largestMail },
      {
        accepts: async (recipient) => takesFeedback(recipient) || takesMailFor(host, recipient),
        receive: (envelope, bytes) =>
          envelope.recipients.every(takesFeedback)
            ? receiveFeedback(host, bytes)
            : receiveMail(host, envelope, bytes),
        failed: (error) => host.log.error({ err: error }, 'A mail could not be taken'),
      },
    );
    noteSmtpPort(host, listener.port);
    return listener;
  } catch (error) {
    if (chosen || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    host.log.warn(
      { port },
      'No mail is taken in: another program listens on the port; SMTP_PORT sets another',
    );
    return null;
  }
}
