/** Retry policy while PostgreSQL is unavailable: retries for a few seconds, then a refusal of kind `unavailable`. */

import { Refusal } from '../errors.ts';
import { ServerUnresponsive } from './connection-watchdog.ts';

/** How long a request waits for the database to come back; carriers time out after 15 s. */
const retryForMs = 5_000;
const retryDelayMs = 100;

/**
 * Retries `attempt` while the database is unavailable, or the node of it that has the rows. A failed attempt must have
 * changed nothing. `isRetried` says of which errors.
 *
 * @throws Refusal (unavailable) when the database has not come back in time; any other error unchanged
 */
export async function retryWhileUnavailable<T>(
  attempt: () => Promise<T>,
  isRetried: (error: unknown) => boolean = isUnavailable,
): Promise<T> {
  let deadline: AbortSignal | null = null;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetried(error))
        throw isTimeout(error) ? unavailable('The database takes too long', error) : error;
      deadline ??= AbortSignal.timeout(retryForMs);
      if (deadline.aborted || (error instanceof ServerUnresponsive && error.timedOut))
        throw unavailable('The database does not respond', error);
      await pauseBeforeRetry();
    }
  }
}

/** The refusal of an operation while the database is unavailable; nothing was changed. */
export function unavailable(what: string, cause: unknown): Refusal {
  return new Refusal('unavailable', `${what}; nothing was changed. Try again in a few seconds`, { cause });
}

/** The delay before the next attempt. */
export function pauseBeforeRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryDelayMs));
}

/** The error codes of PostgreSQL and of the system, '' for others. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** unique_violation. */
const uniqueViolation = '23505';

/** The unique key that a row would have violated, '' for other errors. A node of Citus names its part of it, in the message alone. */
export function violatedKey(error: unknown): string {
  if (!(error instanceof Error) || errorCode(error) !== uniqueViolation) return '';
  const [, key = ''] = /unique constraint "(\w+?)(?:_\d+)?"/.exec(error.message) ?? [];
  return 'constraint' in error && error.constraint !== undefined ? String(error.constraint) : key;
}

/** PostgreSQL: shutting down, crashed, starting up, too many connections, standby, session ended. Then the network's. */
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

/** The client library has no codes for these; the last one is of a connection with a stale cached plan. */
const connectionLostMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed|cached plan must not change result type)/;

/** True for an error of the connection or the server, as opposed to one of the query, or of a node behind the server. */
export function isConnectionLost(error: unknown): boolean {
  if (isNodeLost(error)) return false;
  const code = errorCode(error);
  if (connectionLostCodes.has(code) || code.startsWith('08') || error instanceof ServerUnresponsive)
    return true;
  return error instanceof Error && connectionLostMessages.test(error.message);
}

/** What Citus says when its connection to a node is lost, or has been lost before; most without a code of their own. */
const nodeLostMessages =
  /^(connection to the remote node |could not establish any connections to the node |failure on connection marked as essential|could not connect to any active placements|could not commit transaction for shard |failed to COPY to shard )/;

/** What a node's connection says when it breaks in the middle of a command. */
const nodeBrokenMessages =
  /^(server closed the connection|could not (receive|send) data|no connection to the server|connection not open|SSL )/;

/**
 * True when the coordinator of a Citus cluster, which is there, has lost a node, or its connection to one. What a node itself
 * says, as that it shuts down, comes with where it was said.
 */
export function isNodeLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('severity' in error)) return false;
  if (nodeLostMessages.test(error.message)) return true;
  return isOfNode(error) && (/^57P0[1235]$/.test(errorCode(error)) || nodeBrokenMessages.test(error.message));
}

/** Citus names the node in the context of what it passes on. */
function isOfNode(error: Error): boolean {
  return 'where' in error && /while executing command on /.test(String(error.where));
}

/** undefined_table. */
const undefinedTable = '42P01';

/**
 * True when a statement was planned before its shard was moved to another node, or split: with a new plan it finds it. The
 * part that was left is gone, or Citus' list of the parts has changed meanwhile.
 */
function isShardMoved(error: unknown): boolean {
  if (!(error instanceof Error) || !('severity' in error)) return false;
  if (/^(could not find valid entry for shard|shard for the given value does not exist)/.test(error.message))
    return true;
  return errorCode(error) === undefinedTable && /"\w+_\d{6,}"/.test(error.message);
}

/** True while the statement's rows cannot be reached, and may be later. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isNodeLost(error) || isShardMoved(error);
}

/** query_canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return errorCode(error) === '57014';
}

/** A statement timeout, or the refusal that it has become. */
export function hasTimedOut(error: unknown): boolean {
  return isStatementTimeout(error instanceof Refusal ? error.cause : error);
}

/** By the statement timeout, and lock_not_available. */
function isTimeout(error: unknown): boolean {
  return isStatementTimeout(error) || errorCode(error) === '55P03';
}
