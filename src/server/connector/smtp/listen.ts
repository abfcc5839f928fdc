/** Receives mail by SMTP. Who may be written to, and what becomes of a mail, is asked of others. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** Who hands over a mail, and for whom. `sender` is '' for a bounce. */
export type Envelope = { sender: string; recipients: string[]; clientIp: string };

export type Reception = {
  /** True when mail to that address is taken. */
  accepts(recipient: string): Promise<boolean>;
  /** Takes the mail: what resolves is kept. `bytes` must be read to the end, or destroyed. */
  receive(envelope: Envelope, bytes: Readable): Promise<void>;
  /** What went wrong on our side, for the log. */
  failed(error: unknown): void;
};

export type SmtpSettings = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** PEM texts; null where STARTTLS is not offered. */
  tls: { cert: string; key: string } | null;
  maxBytes: number;
};

export type SmtpListener = { port: number; close(): Promise<void> };

/** A mail that is refused for good: the client is answered with `code` and the message. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly responseCode: number;

  constructor(code: number, message: string) {
    super(message);
    this.responseCode = code;
  }
}

const maxClients = 400;
const maxRecipients = 100;
/** Bytes of a command line; RFC 5321 asks for 512. */
const longestCommand = 2048;
const silenceMs = 60_000;
const closeMs = 5_000;
/** Who is slower than that is cut off: the largest mail at a modest 60 kB a second, and time to spare. */
const longestConnectionMs = 15 * 60_000;

/** @throws what listening throws, EADDRINUSE for one */
export async function listenForMail(settings: SmtpSettings, reception: Reception): Promise<SmtpListener> {
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
    maxCommandLength: longestCommand,
    socketTimeout: silenceMs,
    closeTimeout: closeMs,
    onRcptTo({ address }, _session, callback) {
      settle(
        reception.accepts(address).then((isTaken) => {
          if (!isTaken) throw new MailRefused(550, 'No mail is taken for this address');
        }),
        reception,
        callback,
      );
    },
    onData(stream, session, callback) {
      settle(reception.receive(envelopeOf(session), stream), reception, callback);
    },
  });
  server.server.on('connection', (socket: Socket) => {
    const limit = setTimeout(() => socket.destroy(), longestConnectionMs);
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
function settle(work: Promise<void>, reception: Reception, callback: (error?: Error | null) => void): void {
  work.then(
    () => callback(),
    (error: unknown) => {
      if (error instanceof MailRefused) return callback(error);
      if (!isBreakingOff(error)) reception.failed(error);
      callback(new MailRefused(451, 'The mail cannot be taken right now'));
    },
  );
}

/** The client went away before its mail was whole. */
function isBreakingOff(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ECONNECTION', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))
  );
}
