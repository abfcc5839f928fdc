/** What happens while PostgreSQL is not there: who asks waits a little, and then hears that it is not there. */

import { Refusal } from '../errors.ts';
import { ServerUnresponsive } from './connection-watchdog.ts';

/** How long a request waits for the database to come back; carriers give up on an answer after 15 s. */
const retryForMs = 5_000;
const retryDelayMs = 100;

/**
 * Runs `attempt` again while the database is not there. It must be one that left nothing behind when it failed so.
 *
 * @throws Refusal (unavailable) when the database has not come back in time; anything else as it was thrown
 */
export async function retryWhileUnavailable<T>(attempt: () => Promise<T>): Promise<T> {
  let deadline: AbortSignal | null = null;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionLost(error))
        throw isTimeout(error) ? unavailable('The database takes too long', error) : error;
      deadline ??= AbortSignal.timeout(retryForMs);
      if (deadline.aborted || (error instanceof ServerUnresponsive && error.timedOut))
        throw unavailable('The database does not answer', error);
      await pauseBeforeRetry();
    }
  }
}

/** What a verb ends with when the database is not there; nothing was changed. */
export function unavailable(what: string, cause: unknown): Refusal {
  return new Refusal('unavailable', `${what}; nothing was changed. Try again in a few seconds`, { cause });
}

/** A moment until the next attempt. */
export function pauseBeforeRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryDelayMs));
}

/** The error codes of PostgreSQL and of the system, '' for others. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Shutting down, crashed, starting up, full, standing by, session ended; and what the network says. */
const connectionLostCodes = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
]);

/** The client library has no codes for these; the last one is of a connection that knows a table as it was. */
const connectionLostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed|cached plan must not change result type)/;

/** True for an error that says that the connection or the server is gone, and nothing about the query. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error);
  if (connectionLostCodes.has(code) || code.startsWith('08') || error instanceof ServerUnresponsive)
    return true;
  return error instanceof Error && connectionLostMessages.test(error.message);
}

/** query_canceled, by its time limit, and lock_not_available. */
function isTimeout(error: unknown): boolean {
  return ['57014', '55P03'].includes(errorCode(error));
}
