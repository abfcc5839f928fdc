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
export type SmtpPatience = { connect_ms: number; answer_ms: number };

/** A connection that is ready for a mail. `isOver` once it has ended, whoever ended it. */
export type Line = { connection: SMTPConnection; mails: number; isOver: boolean };

/** Relays limit how many mails one connection may bring; this is a usual number. */
const mostMails = 100;
const mostIdle = 20;
/** Shorter than any relay's own patience, so that it is not the relay who hangs up. */
const idleMs = 15_000;

type Idle = { line: Line; end: NodeJS.Timeout };

/** The connections to one relay that have nothing to do at the moment. */
export class RelayLines {
  readonly #idle: Idle[] = [];

  /** One that is still there: who has hung up meanwhile does not answer RSET, and no mail was spoken of yet. */
  async take(): Promise<Line | null> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) return null;
      clearTimeout(idle.end);
      if (idle.line.isOver) continue;
      if (await answersReset(idle.line)) return idle.line;
      // A relay that is silent here is so on the others as well: each would cost the same wait.
      idle.line.connection.close();
      this.close();
    }
  }

  /** Keeps a connection whose mail is done with, taken or refused. */
  keep(line: Line): void {
    if (line.isOver) return;
    if (line.mails >= mostMails || this.#idle.length >= mostIdle) {
      line.connection.quit();
      return;
    }
    const end = setTimeout(() => this.#end(idle), idleMs);
    end.unref();
    const idle = { line, end };
    this.#idle.push(idle);
  }

  /** Says goodbye on all that have nothing to do. */
  close(): void {
    for (const idle of [...this.#idle]) this.#end(idle);
  }

  #end(idle: Idle): void {
    clearTimeout(idle.end);
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    if (!idle.line.isOver) idle.line.connection.quit();
  }
}

/** Connects, and signs in where there is something to sign in with. @throws Error with what went wrong */
export function openLine(relay: Relay, { connect_ms, answer_ms }: SmtpPatience): Promise<Line> {
  const { host, port, secure, auth } = relay;
  const connection = new SMTPConnection({
    ...{ host, port, secure, logger: false },
    ...{ connectionTimeout: connect_ms, greetingTimeout: connect_ms, socketTimeout: answer_ms },
  });
  const line: Line = { connection, mails: 0, isOver: false };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close();
      reject(error);
    };
    connection.on('error', (error) => {
      line.isOver = true;
      fail(error);
    });
    connection.on('end', () => {
      line.isOver = true;
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

function answersReset({ connection }: Line): Promise<boolean> {
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
