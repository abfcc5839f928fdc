/** Connections to a relay that are kept for the next mail: greeting, TLS and sign-in are gone through once for many. */

import SMTPConnection from 'nodemailer/lib/smtp-connection';

export type Relay = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS is used where the relay offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | null;
};

/** How long to wait for a connection, its greeting and each answer, in milliseconds. */
export type SmtpTimeouts = { connect_ms: number; reply_ms: number };

/** A connection that is ready for a mail. `isOver` once it has ended, whoever ended it. */
export type RelayConnection = { connection: SMTPConnection; messages: number; isClosed: boolean };

/** Relays limit how many mails one connection may bring; this is a usual number. */
const maxMessages = 100;
const maxIdle = 20;
/** Shorter than any relay's own patience, so that it is not the relay who hangs up. */
const idleTimeoutMs = 15_000;

type IdleConnection = { line: RelayConnection; end: NodeJS.Timeout };

/** The connections to one relay that have nothing to do at the moment. */
export class RelayConnectionPool {
  readonly #idle: IdleConnection[] = [];

  /** One that is still there: who has hung up meanwhile does not answer RSET, and no mail was spoken of yet. */
  async take(): Promise<RelayConnection | null> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) return null;
      clearTimeout(idle.end);
      if (idle.line.isClosed) continue;
      if (await isAlive(idle.line)) return idle.line;
      // A relay that is silent here is so on the others as well: each would cost the same wait.
      idle.line.connection.close();
      this.close();
    }
  }

  /** Keeps a connection whose mail is done with, taken or refused. */
  keep(line: RelayConnection): void {
    if (line.isClosed) return;
    if (line.messages >= maxMessages || this.#idle.length >= maxIdle) {
      line.connection.quit();
      return;
    }
    const end = setTimeout(() => this.#end(idle), idleTimeoutMs);
    end.unref();
    const idle = { line, end };
    this.#idle.push(idle);
  }

  /** Says goodbye on all that have nothing to do. */
  close(): void {
    for (const idle of [...this.#idle]) this.#end(idle);
  }

  #end(idle: IdleConnection): void {
    clearTimeout(idle.end);
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    if (!idle.line.isClosed) idle.line.connection.quit();
  }
}

/** Connects, and signs in where there is something to sign in with. @throws Error with what went wrong */
export function connectToRelay(
  relay: Relay,
  { connect_ms, reply_ms: answer_ms }: SmtpTimeouts,
): Promise<RelayConnection> {
  const { host, port, secure, auth } = relay;
  const connection = new SMTPConnection({
    ...{ host, port, secure, logger: false },
    ...{ connectionTimeout: connect_ms, greetingTimeout: connect_ms, socketTimeout: answer_ms },
  });
  const line: RelayConnection = { connection, messages: 0, isClosed: false };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close();
      reject(error);
    };
    connection.on('error', (error) => {
      line.isClosed = true;
      fail(error);
    });
    connection.on('end', () => {
      line.isClosed = true;
      fail(new Error('The connection was closed'));
    });
    connection.connect((error) => {
      if (error) return fail(error);
      if (auth === null || !connection.allowsAuth) return resolve(line);
      connection.login({ credentials: auth }, (refused) => {
        if (refused) return fail(new Error('The relay refused the name and password'));
        resolve(line);
      });
    });
  });
}

function isAlive({ connection }: RelayConnection): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    connection.once('error', gone);
    connection.once('end', gone);
    connection.reset((error) => {
      connection.off('error', gone);
      connection.off('end', gone);
      resolve(!error);
    });
  });
}
