/** Takes mail in for the host names of the parse settings, where the settings say. */

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { ServiceContext } from '../../platform/service-context.ts';
import { receiveFeedback, takesFeedback } from '../feedback/service.ts';
import type { SmtpListener } from '../smtp/handlers.ts';
import { listenForMail } from '../smtp/listener.ts';
import { PostPace } from './parse-webhook/pacer.ts';
import { largestMail, noteSmtpPort, receiveMail, takesMailFor } from './service/receive.ts';

/** Mail cannot be taken in where or as the settings say; the message is one sentence. */
export class CannotTakeMail extends Error {
  override readonly name = 'CannotTakeMail';
}

/**
 * Null where no mail is taken: it is turned off, or the port that nobody chose belongs to another program.
 *
 * @throws CannotTakeMail when a port that was chosen cannot be had, or the certificate cannot be used
 */
export async function takeMailIn(ctx: ServiceContext): Promise<SmtpListener | null> {
  const { host: name, port, isExplicit: chosen, tls } = ctx.config.smtp;
  if (port === null) return null;
  const files = tls === null ? null : readCertificate(tls);
  const pace = new PostPace();
  try {
    const listener = await listenForMail(
      { host: name, port, tls: files, maxBytes: largestMail },
      {
        accepts: async (recipient) => takesFeedback(recipient) || takesMailFor(ctx, recipient),
        receive: (envelope, pieces) =>
          envelope.recipients.every(takesFeedback)
            ? receiveFeedback(ctx, pieces)
            : receiveMail(ctx, pace, envelope, pieces),
        failed: (error) => ctx.log.error({ err: error }, 'A mail could not be taken'),
      },
    );
    noteSmtpPort(ctx, listener.port);
    return listener;
  } catch (error) {
    const isUsed = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (chosen || !isUsed) {
      const reason = isUsed ? 'another program listens there' : reasonOf(error);
      throw new CannotTakeMail(`Patchbay cannot take mail on ${name} port ${port}: ${reason}.`);
    }
    ctx.log.warn(
      { port },
      'No mail is taken in: another program listens on the port; SMTP_PORT sets another',
    );
    return null;
  }
}

type Certificate = { cert: string; key: string };

/** Gives the PEM texts of the files. */
function readCertificate({ cert, key }: Certificate): Certificate {
  const texts = {
    cert: readPem('SMTP_TLS_CERT', cert),
    key: readPem('SMTP_TLS_KEY', key),
  };
  try {
    // Without this the first client that asks for TLS would find out.
    createSecureContext(texts);
  } catch (error) {
    throw new CannotTakeMail(
      `SMTP_TLS_CERT and SMTP_TLS_KEY are no certificate and key that belong together: ${reasonOf(error)}.`,
    );
  }
  return texts;
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CannotTakeMail(`The file of ${setting} cannot be read: ${reasonOf(error)}.`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
