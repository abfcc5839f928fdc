/** Connection pool of an SMTP relay: connections are reused, so that greeting, TLS and authentication are done once for many messages. */

import SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * `verified` wants TLS with a certificate for the name; `opportunistic` takes any, and none where it is not offered
 * (RFC 7435). `hello` is what this server calls itself.
 */
export type ExchangerTls = {
  name: string;
  hello: string | null;
  mode: 'verified' | 'opportunistic' | 'none';
  ca?: string;
};

export type Relay = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS is used where the relay offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
  /** Sends user and password also where the relay offers no TLS. */
  allowsInsecureAuth: boolean;
  /** A mail exchanger that DNS named, rather than a relay that the operator did. */
  exchanger?: ExchangerTls;
};

/** Timeouts of the connection with its greeting, and of each reply, in milliseconds. */
export type SmtpTimeouts = { connect_ms: number; reply_ms: number };

/** An authenticated connection. `messages` counts those sent; `isClosed` once either side has closed it. */
export type RelayConnection = {
  smtp: SMTPConnection;
  messages: number;
  isClosed: boolean;
  offers8BitMime: boolean;
};

/** Relays limit the messages of one connection; this is a usual limit. */
const maxMessages = 100;
const maxIdle = 20;
/** Shorter than the idle timeout of relays, so that this side closes first. */
const idleTimeoutMs = 15_000;

type IdleConnection = { connection: RelayConnection; timeout: NodeJS.Timeout };

/** The idle connections to one relay. */
export class RelayConnectionPool {
  readonly #idle: IdleConnection[] = [];

  /** An idle connection, checked with RSET for whether it is still open; null when there is none. */
  async acquire(): Promise<RelayConnection | null> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) return null;
      clearTimeout(idle.timeout);
      if (idle.connection.isClosed) continue;
      if (await isAlive(idle.connection)) return idle.connection;
      // A relay that does not reply here will not on the others either: checking each would add a timeout.
      idle.connection.smtp.close();
      this.close();
    }
  }

  /** Returns a connection to the pool after a reply. */
  release(connection: RelayConnection): void {
    if (connection.isClosed) return;
    if (connection.messages >= maxMessages || this.#idle.length >= maxIdle) {
      connection.smtp.quit();
      return;
    }
    const timeout = setTimeout(() => this.#close(idle), idleTimeoutMs);
    timeout.unref();
    const idle = { connection, timeout };
    this.#idle.push(idle);
  }

  /** Closes all idle connections. */
  close(): void {
    for (const idle of [...this.#idle]) this.#close(idle);
  }

  #close(idle: IdleConnection): void {
    clearTimeout(idle.timeout);
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    if (!idle.connection.isClosed) idle.connection.smtp.quit();
  }
}

const noTls =
  'The relay offers no TLS, so the user name and password were not sent (SMTP_RELAY_INSECURE=1 sends them all the same)';

/** STARTTLS, or its handshake, failed. */
export class TlsFailed extends Error {}

/**
 * Connects, and authenticates where the relay has credentials. Without TLS it does not: an attacker in between could have
 * removed the offer of STARTTLS to read the password.
 *
 * @throws Error with the reason
 */
export function connectToRelay(
  relay: Relay,
  { connect_ms, reply_ms }: SmtpTimeouts,
): Promise<RelayConnection> {
  const { host, port, secure, auth, allowsInsecureAuth, exchanger } = relay;
  const smtp = new SMTPConnection({
    ...{ host, port, secure, logger: false },
    ...(exchanger !== undefined && optionsOf(exchanger)),
    ...{ connectionTimeout: connect_ms, greetingTimeout: connect_ms, socketTimeout: reply_ms },
  });
  const connection: RelayConnection = { smtp, messages: 0, isClosed: false, offers8BitMime: false };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      // First, as closing emits an end, which is a reason that says less.
      reject(error);
      smtp.close();
    };
    smtp.on('error', (error) => {
      connection.isClosed = true;
      const isOfTls = smtp.upgrading || ('code' in error && error.code === 'ETLS');
      fail(isOfTls ? new TlsFailed(error.message) : error);
    });
    smtp.on('end', () => {
      connection.isClosed = true;
      fail(new Error('The connection was closed'));
    });
    smtp.connect((error) => {
      if (error) return fail(error);
      // The response to the last EHLO.
      connection.offers8BitMime = /^250[ -]8BITMIME\b/im.test(smtp.lastServerResponse || '');
      if (auth !== null && !smtp.secure && !allowsInsecureAuth) return fail(new Error(noTls));
      if (auth === null || !smtp.allowsAuth) return resolve(connection);
      smtp.login({ credentials: auth }, (rejected) => {
        if (rejected) return fail(new Error('The relay rejected the user name and password'));
        resolve(connection);
      });
    });
  });
}

function optionsOf({ name, hello, mode, ca }: ExchangerTls) {
  const isVerified = mode === 'verified';
  return {
    ...(hello !== null && { name: hello }),
    ...(isVerified && { requireTLS: true }),
    ...(mode === 'opportunistic' && { opportunisticTLS: true }),
    ...(mode === 'none' && { ignoreTLS: true }),
    tls: { servername: name, rejectUnauthorized: isVerified, ...(ca !== undefined && { ca }) },
  };
}

function isAlive({ smtp }: RelayConnection): Promise<boolean> {
  return new Promise((resolve) => {
    const fail = () => resolve(false);
    smtp.once('error', fail);
    smtp.once('end', fail);
    smtp.reset((error) => {
      smtp.off('error', fail);
      smtp.off('end', fail);
      resolve(!error);
    });
  });
}
