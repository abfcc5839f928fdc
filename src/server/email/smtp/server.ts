/** Speaks SMTP with who brings mail. Who may be written to, and what becomes of a mail, is asked of others. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Envelope, type SmtpListener, SmtpRejection, type SmtpServerOptions } from './handlers.ts';

/** What is asked. Who rejects with `MailRefused` has that told; anything else is answered as a trouble of ours. */
export type SessionHandlers = {
  /** Resolves when mail to that address is taken. */
  admit(recipient: string): Promise<void>;
  /** Resolves when the mail is kept. `stream` must be read to the end, or destroyed. */
  take(envelope: Envelope, stream: Readable): Promise<void>;
};

const maxClients = 400;
const maxRecipients = 100;
/** Bytes of a command line; RFC 5321 asks for 512. */
const maxCommandBytes = 2048;
const idleTimeoutMs = 60_000;
const closeTimeoutMs = 5_000;
/** Who is slower than that is cut off: the largest mail at a modest 60 kB a second, and time to spare. */
const maxConnectionMs = 15 * 60_000;

/** @throws what listening throws, EADDRINUSE for one */
export async function serveSmtp(settings: SmtpServerOptions, door: SessionHandlers): Promise<SmtpListener> {
  const { host, port, tls, maxBytes } = settings;
  const server = new SMTPServer({
    ...(tls ?? {}),
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', ...(tls === null ? ['STARTTLS'] : [])],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    rejectOversized: true,
    maxClients,
    maxRecipients,
    maxCommandLength: maxCommandBytes,
    socketTimeout: idleTimeoutMs,
    closeTimeout: closeTimeoutMs,
    onRcptTo({ address }, _session, callback) {
      replyWhenDone(door.admit(address), callback);
    },
    onData(stream, session, callback) {
      replyWhenDone(door.take(envelopeOf(session), stream), callback);
    },
  });
  server.server.on('connection', (socket: Socket) => {
    // A socket that TLS has taken over says nothing of its end, and the thread does not wait for the timer.
    const limit = setTimeout(() => socket.destroy(), maxConnectionMs).unref();
    socket.once('close', () => clearTimeout(limit));
  });
  // Clients that break off, speak no SMTP or fail at TLS are no trouble of ours.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function envelopeOf({ envelope, remoteAddress }: SMTPServerSession): Envelope {
  const { mailFrom, rcptTo } = envelope;
  return {
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(({ address }) => address),
    clientIp: remoteAddress,
  };
}

/** Tells the client how `work` ended; what is not its fault is to be tried again later. */
function replyWhenDone(work: Promise<void>, callback: (error?: Error | null) => void): void {
  work.then(
    () => callback(),
    (error: unknown) => callback(error instanceof SmtpRejection ? error : temporaryFailure()),
  );
}

function temporaryFailure(): SmtpRejection {
  return new SmtpRejection(451, 'The mail cannot be taken right now');
}
