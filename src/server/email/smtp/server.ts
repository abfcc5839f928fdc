/** The SMTP server (RFC 5321): protocol and limits. Recipients and messages are decided by the session handlers. */

import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { ConnectionSlots } from '../../platform/connection-slots.ts';
import { readPath } from '../validation/email-address.ts';
import { type Envelope, type SmtpListener, SmtpRejection, type SmtpServerOptions } from './handlers.ts';

/** A handler that rejects with `SmtpRejection` determines the reply; any other error becomes 451. */
export type SessionHandlers = {
  /** Resolves when the recipient is accepted. */
  acceptRecipient(recipient: string): Promise<void>;
  /** Resolves when the message is stored. `stream` must be read to the end, or destroyed. */
  receiveEmail(envelope: Envelope, stream: Readable): Promise<void>;
};

/** A relay in front of the server is one address. */
const slotLimits = { connections: 400, perAddress: 200, perNetwork: 300 };
/** Commands that bring no message closer (NOOP, RSET, EHLO) do not count as activity. */
const slotTimes = { idleMs: 60_000, withoutWorkMs: 300_000 };
const maxRecipients = 100;
/** Bytes of a command line; RFC 5321 asks for 512. */
const maxCommandBytes = 2048;
/** Without a byte from the client. */
const silenceMs = 60_000;
/** How often connections whose time is over are looked for. */
const sweepMs = 1_000;
const closeTimeoutMs = 5_000;
/** Slower clients are disconnected: enough for the largest message at 60 kB a second. */
const maxConnectionMs = 15 * 60_000;

/** Listens. @throws the listen error of the socket, such as EADDRINUSE */
export async function serveSmtp(
  options: SmtpServerOptions,
  handlers: SessionHandlers,
): Promise<SmtpListener> {
  const { host, port, tls, maxBytes } = options;
  // As exact as the sweep: the thread has no clock.
  let elapsedMs = 0;
  const slots = new ConnectionSlots<string>(slotLimits);
  const server = new SMTPServer({
    ...(tls ?? {}),
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', ...(tls === null ? ['STARTTLS'] : [])],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    rejectOversized: true,
    maxRecipients,
    maxCommandLength: maxCommandBytes,
    socketTimeout: silenceMs,
    closeTimeout: closeTimeoutMs,
    onConnect({ id, remoteAddress }, callback) {
      for (const connection of server.connections) if (connection.id === id) takePaths(connection);
      const admission = slots.admit(id, remoteAddress, elapsedMs);
      if (!admission.admitted)
        return callback(new SmtpRejection(421, 'Too many connections, try again later'));
      if (admission.evicted !== null) disconnect(admission.evicted, 'Others are waiting, try again later');
      callback();
    },
    onClose({ id }) {
      slots.release(id);
    },
    onMailFrom({ args }, { id }, callback) {
      slots.noteActivity(id, elapsedMs);
      callback(refusedParameter(args, ['SIZE', 'BODY', 'SMTPUTF8', 'AUTH']));
    },
    onRcptTo({ address, args }, { id }, callback) {
      slots.noteActivity(id, elapsedMs);
      const refused = refusedParameter(args, []);
      if (refused !== null) return callback(refused);
      replyWhenDone(handlers.acceptRecipient(address), callback);
    },
    onData(stream, session, callback) {
      slots.beginWork(session.id, elapsedMs);
      const received = handlers
        .receiveEmail(envelopeOf(session), stream)
        .finally(() => slots.endWork(session.id, elapsedMs));
      replyWhenDone(received, callback);
    },
  });
  const disconnect = (id: string, reason: string) => {
    slots.release(id);
    for (const connection of server.connections) {
      if (connection.id !== id) continue;
      connection.send(421, reason, false);
      connection.close();
    }
  };
  const sweep = setInterval(() => {
    elapsedMs += sweepMs;
    for (const id of slots.expired(elapsedMs, slotTimes)) disconnect(id, 'Timeout, closing the connection');
  }, sweepMs).unref();
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
    close() {
      clearInterval(sweep);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What the library makes of MAIL FROM and RCPT TO; false for another text. */
type ParsedCommand = { address: string; args: object } | false;
type CommandParser = { _parseAddressCommand(name: string, command: string): ParsedCommand };

/** The library's grammar of addresses is stricter than RFC 5321 and devices: it is left the parameters. */
function takePaths(connection: object): void {
  const parser = connection as CommandParser;
  const parse = parser._parseAddressCommand.bind(connection);
  parser._parseAddressCommand = (name, command) => {
    const [, verb = '', rest = ''] = /^([^:]*:)(.*)$/s.exec(command) ?? [];
    const path = readPath(rest);
    if (path === null) return parse(name, command);
    const parsed = parse(name, `${verb}<postmaster@localhost>${path.parameters}`);
    return parsed && { ...parsed, address: path.address };
  };
}

/** A parameter that is not carried out is refused (RFC 5321, section 4.1.1.11), as the client relies on what is accepted. */
function refusedParameter(args: object | false, known: readonly string[]): SmtpRejection | null {
  const [unknown] = Object.keys(args || {}).filter((name) => !known.includes(name.toUpperCase()));
  return unknown === undefined
    ? null
    : new SmtpRejection(555, 'A parameter of this command is not supported');
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
