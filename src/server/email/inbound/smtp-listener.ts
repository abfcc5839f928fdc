/** Starts the SMTP listener for inbound parse, configured by the settings SMTP_*. */

import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { maxEmailBytes } from '#api/email/message.ts';
import { installationAccount } from '../../accounts/service.ts';
import type { Worker } from '../../platform/jobs/worker.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { readReturnPath } from '../feedback/return-path.ts';
import { isReportAddress, receiveReport } from '../feedback/service.ts';
import { listParseSettingsOf } from '../parse-settings/store.ts';
import type { SmtpListener } from '../smtp/handlers.ts';
import { listenSmtp } from '../smtp/listener.ts';
import { PostQueue } from './parse-webhook/post-queue.ts';
import { acceptsRecipient, listenerPort, receiveEmail } from './service/receive.ts';

/** The SMTP listener cannot start with the configured settings; the message is one sentence. */
export class SmtpListenerError extends Error {
  override readonly name = 'SmtpListenerError';
}

/**
 * Null when there is no listener: it is turned off, or the default port is in use. `worker` is that of this process, which
 * posts what it received; null where others do.
 *
 * @throws SmtpListenerError when a configured port is not available, or the certificate cannot be used
 */
export async function startSmtpListener(
  ctx: ServiceContext,
  worker: Pick<Worker, 'run'> | null = null,
): Promise<SmtpListener | null> {
  const { host, port, isExplicit, tls } = ctx.config.smtp;
  if (port === null) return null;
  const files = tls === null ? null : readCertificate(tls);
  const posts = new PostQueue(ctx, worker);
  try {
    const listener = await listenSmtp(
      { host, port, tls: files, maxBytes: maxEmailBytes },
      {
        async acceptsRecipient(given) {
          const recipient = await withDomain(ctx, given);
          if (await acceptsRecipient(ctx, recipient)) return recipient === given ? 'host name' : 'address';
          const isReport = isReportAddress(recipient) || (await readReturnPath(ctx, recipient)) !== null;
          return isReport ? 'address' : 'none';
        },
        async receiveEmail(given, chunks) {
          const recipients = await Promise.all(given.recipients.map((each) => withDomain(ctx, each)));
          const envelope = { ...given, recipients };
          const returned = await Promise.all(recipients.map((each) => readReturnPath(ctx, each)));
          const isReport = recipients.every((each, at) => returned[at] !== null || isReportAddress(each));
          if (isReport) return receiveReport(ctx, chunks, returned.find((key) => key !== null) ?? null);
          await receiveEmail(ctx, posts, envelope, chunks);
        },
        reportError: (error) => ctx.log.error({ err: error }, 'A message could not be received'),
      },
    );
    listenerPort(ctx).value = listener.port;
    return {
      port: listener.port,
      async close() {
        await listener.close();
        posts.stop();
      },
    };
  } catch (error) {
    const isUsed = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (isExplicit || !isUsed) {
      const reason = isUsed ? 'another program listens there' : reasonOf(error);
      throw new SmtpListenerError(`Patchbay cannot receive email on ${host} port ${port}: ${reason}.`);
    }
    ctx.log.warn(
      { port },
      'No email is received: another program listens on the port; SMTP_PORT sets another',
    );
    return null;
  }
}

/**
 * The one recipient without a domain that every server accepts (RFC 5321, section 4.5.1) is the postmaster of the first host name for
 * which the account of the installation receives email; without one nobody reads it, so it is not accepted.
 */
async function withDomain(ctx: ServiceContext, recipient: string): Promise<string> {
  if (recipient.toLowerCase() !== 'postmaster') return recipient;
  const account = await installationAccount(ctx);
  const [setting] = account === undefined ? [] : await listParseSettingsOf(ctx.database.read, account, 1);
  return setting === undefined ? recipient : `${recipient}@${setting.hostname}`;
}

type Certificate = { cert: string; key: string };

/** Reads the PEM texts of the files. */
function readCertificate({ cert, key }: Certificate): Certificate {
  const texts = {
    cert: readPem('SMTP_TLS_CERT', cert),
    key: readPem('SMTP_TLS_KEY', key),
  };
  try {
    // Fails at start instead of at the first STARTTLS.
    createSecureContext(texts);
  } catch (error) {
    throw new SmtpListenerError(
      `SMTP_TLS_CERT and SMTP_TLS_KEY are not a matching certificate and key: ${reasonOf(error)}.`,
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
