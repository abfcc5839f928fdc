/** Takes mail in for the host names of the parse settings, where the settings say. */

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { ServiceContext } from '../../platform/service-context.ts';
import { isReportAddress, receiveReport } from '../feedback/service.ts';
import type { SmtpListener } from '../smtp/handlers.ts';
import { listenSmtp } from '../smtp/listener.ts';
import { PostPacer } from './parse-webhook/pacer.ts';
import { acceptsRecipient, maxMessageBytes, noteSmtpPort, receiveMessage } from './service/receive.ts';

/** Mail cannot be taken in where or as the settings say; the message is one sentence. */
export class SmtpListenerError extends Error {
  override readonly name = 'CannotTakeMail';
}

/**
 * Null where no mail is taken: it is turned off, or the port that nobody chose belongs to another program.
 *
 * @throws CannotTakeMail when a port that was chosen cannot be had, or the certificate cannot be used
 */
export async function startSmtpListener(ctx: ServiceContext): Promise<SmtpListener | null> {
  const { host: name, port, isExplicit: chosen, tls } = ctx.config.smtp;
  if (port === null) return null;
  const files = tls === null ? null : readCertificate(tls);
  const pace = new PostPacer();
  try {
    const listener = await listenSmtp(
      { host: name, port, tls: files, maxBytes: maxMessageBytes },
      {
        acceptsRecipient: async (recipient) => isReportAddress(recipient) || acceptsRecipient(ctx, recipient),
        receiveMessage: (envelope, pieces) =>
          envelope.recipients.every(isReportAddress)
            ? receiveReport(ctx, pieces)
            : receiveMessage(ctx, pace, envelope, pieces),
        reportError: (error) => ctx.log.error({ err: error }, 'A mail could not be taken'),
      },
    );
    noteSmtpPort(ctx, listener.port);
    return listener;
  } catch (error) {
    const isUsed = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (chosen || !isUsed) {
      const reason = isUsed ? 'another program listens there' : reasonOf(error);
      throw new SmtpListenerError(`Patchbay cannot take mail on ${name} port ${port}: ${reason}.`);
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
    throw new SmtpListenerError(
      `SMTP_TLS_CERT and SMTP_TLS_KEY are no certificate and key that belong together: ${reasonOf(error)}.`,
    );
  }
  return texts;
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SmtpListenerError(`The file of ${setting} cannot be read: ${reasonOf(error)}.`);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
