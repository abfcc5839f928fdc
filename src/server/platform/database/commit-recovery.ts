/**
 * Commit recovery: a commit that was sent and got no response may have happened or not. PostgreSQL keeps the status of
 * a transaction by its id (xid), so each one fetches its xid as it begins, and its status is queried afterwards
 * (docs/decisions/010).
 */

import { Refusal } from '../errors.ts';
import { type Client, type Pool, transactionLimits } from './postgres-connection.ts';
import { errorCode, pauseBeforeRetry, retryWhileUnavailable } from './retry-while-unavailable.ts';

/** The id of a transaction, and when it began by the server's clock. */
export type StartedTransaction = { xid: string; began: string };

/** `error` came instead of the response to the commit. */
export type UnconfirmedCommit = { transaction: StartedTransaction; error: unknown };

const begin = 'begin isolation level read committed';
/** Has Citus set what the transaction sets from then on at the nodes that it goes to, where its statements wait. */
const passOnSettings = "select set_config('citus.propagate_set_commands', 'local', true)";
const fetchXid = 'select pg_current_xact_id()::text as xid, clock_timestamp()::text as began';

/**
 * Begins a transaction and fetches its xid in the same round trip. Its statements wait for locked rows up to
 * `lockTimeoutMs`, or as long as any statement may take.
 */
export async function beginWithXid(
  client: Client,
  lockTimeoutMs: number | null = null,
): Promise<StartedTransaction> {
  const limit = lockTimeoutMs === null ? null : `set local lock_timeout = ${lockTimeoutMs}`;
  const isLimitedOnNodes = limit !== null && client.isDistributed;
  const statements = [
    begin,
    ...(client.isTransactionPooled ? [transactionLimits] : []),
    ...(limit === null ? [] : [isLimitedOnNodes ? passOnSettings : limit]),
    fetchXid,
  ];
  // Several statements in one query, possible without parameters only, give a list of results.
  const beginning = (client as unknown as { query(sql: string): Promise<unknown> }).query(
    statements.join('; '),
  );
  // By itself, as the nodes are sent all of the query that it comes in.
  if (isLimitedOnNodes) await Promise.all([beginning, client.query(limit, [])]);
  const results = (await beginning) as { rows: StartedTransaction[] }[];
  const [started] = results.at(-1)?.rows ?? [];
  if (started === undefined) throw new Error('A transaction began without a number.');
  return started;
}

/**
 * A server that crashed may reuse the xid of a transaction that never reached the disk. It also resets its statistics
 * then, which reveals the crash.
 */
const statusQuery = `
  select pg_xact_status($1::text::xid8) as status,
    coalesce((select stats_reset from pg_stat_wal) > $2::text::timestamptz, false) as crashed`;

/** invalid_parameter_value. */
const xidInTheFuture = '22023';

type TransactionStatus = { status: 'committed' | 'aborted' | 'in progress' | null; crashed: boolean };

/** How often to query a transaction that is still in progress. */
const maxStatusQueries = 50;

/**
 * True when the transaction is durable, false when it left nothing behind.
 * @throws OutcomeUnknown when that cannot be known
 */
export async function didCommit(
  pool: Pool,
  { transaction: noted, error }: UnconfirmedCommit,
): Promise<boolean> {
  for (let looks = 0; looks < maxStatusQueries; looks += 1) {
    const seen = await retryWhileUnavailable(() => queryStatus(pool, noted)).catch((reason: unknown) => {
      throw new OutcomeUnknown(
        new AggregateError(
          [error, reason],
          'A commit got no response, and neither did the query for its status',
        ),
      );
    });
    if (seen === null) break;
    if (seen.status === 'aborted') return false;
    if (seen.status === 'committed' && !seen.crashed) return true;
    if (seen.status !== 'in progress') break;
    await pauseBeforeRetry();
  }
  throw new OutcomeUnknown(error);
}

/** The refusal of an operation of which it is unknown whether it was made: it must not run again. */
export class OutcomeUnknown extends Refusal {
  constructor(cause: unknown) {
    super(
      'unavailable',
      'The database went away before it answered, so it is not known whether the change was made. Look before you repeat it',
      { cause },
    );
  }
}

async function queryStatus(
  pool: Pool,
  { xid, began }: StartedTransaction,
): Promise<TransactionStatus | null> {
  const client = await pool.connect();
  try {
    return (await client.query<TransactionStatus>(statusQuery, [xid, began])).rows[0] ?? null;
  } catch (error) {
    // After a crash the server has not reached this xid again: nothing of that transaction is on disk.
    if (errorCode(error) === xidInTheFuture) return { status: 'aborted', crashed: true };
    throw error;
  } finally {
    client.release();
  }
}
