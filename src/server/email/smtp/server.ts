/** The SMTP server (RFC 5321): protocol and limits. Recipients and messages are decided by the session handlers. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Envelope, type SmtpListener, SmtpRejection, type SmtpServerOptions } from './handlers.ts';

/** A handler that rejects with `SmtpRejection` determines the reply; any other error becomes 451. */
export type SessionHandlers = {
  /** Resolves when the recipient is accepted. */
  acceptRecipient(recipient: string): Promise<void>;
  /** Resolves when the message is stored. `stream` must be read to the end, or destroyed. */
  receiveMessage(envelope: Envelope, stream: Readable): Promise<void>;
};

const maxClients = 400;
const maxRecipients = 100;
/** Bytes of a command line; RFC 5321 asks for 512. */
const maxCommandBytes = 2048;
const idleTimeoutMs = 60_000;
const closeTimeoutMs = 5_000;
/** Slower clients are disconnected: enough for the largest message at 60 kB a second. */
const maxConnectionMs = 15 * 60_000;

/** Listens. @throws the listen error of the socket, such as EADDRINUSE */
export async function serveSmtp(
  options: SmtpServerOptions,
  handlers: SessionHandlers,
): Promise<SmtpListener> {
  const { host, port, tls, maxBytes } = options;
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
      replyWhenDone(handlers.acceptRecipient(address), callback);
    },
    onData(stream, session, callback) {
      replyWhenDone(handlers.receiveMessage(envelopeOf(session), stream), callback);
    },
  });
  server.server.on('connection', (socket: Socket) => {
    // A socket upgraded to TLS does not emit close; unref, so that the timer does not keep the thread alive.
    const timeout = setTimeout(() => socket.destroy(), maxConnectionMs).unref();
    socket.once('close', () => clearTimeout(timeout));
  });
  // Errors of clients that disconnect, violate the protocol or fail at TLS.
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

function envelopeOf({ envelope, remoteAddress, hostNameAppearsAs }: SMTPServerSession): Envelope {
  const { mailFrom, rcptTo } = envelope;
  return {
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(({ address }) => address),
    clientIp: remoteAddress,
    helo: hostNameAppearsAs || null,
  };
}

/** Sends the reply for `work`; any error but a rejection is transient (4yz), so that the client retries. */
function replyWhenDone(work: Promise<void>, callback: (error?: Error | null) => void): void {
  work.then(
    () => callback(),
    (error: unknown) => callback(error instanceof SmtpRejection ? error : temporaryFailure()),
  );
}

function temporaryFailure(): SmtpRejection {
  return new SmtpRejection(451, 'The message cannot be accepted at the moment');
}
