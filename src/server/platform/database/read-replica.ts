/**
 * Reads from a streaming replica of PostgreSQL, never older than a read from the primary would have been: the primary is
 * asked how far its log is on disk, and the replica serves once it has replayed that far. Where it lags or fails, the primary
 * serves; so a replica takes load away and is never waited for long.
 */

import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { replicaReadsTotal } from '../metrics.ts';
import { type Client, executeOn, type Pool, pooledConnection } from './postgres-connection.ts';
import { isConnectionLost } from './retry-while-unavailable.ts';

/** How often a replica that lags is asked again, in milliseconds, and how many times. */
const lagCheckMs = 10;
const maxLagChecks = 10;
/** After this time a replica that failed or lagged is tried again, in milliseconds. */
const retryAfterMs = 2_000;

/** All that was committed before is on disk by then. */
const flushedPosition = 'select pg_current_wal_flush_lsn()::text as text';
/** Not while it is no replica any more: what a promoted one has was perhaps never committed here. */
const hasReplayed = `
  select pg_is_in_recovery() and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), $1::pg_lsn) >= 0 as replayed`;
/** The same for all servers of one database. */
const identityQuery =
  "select system_identifier || ' ' || current_database() as text from pg_control_system()";

/** Reads by `DatabaseConnection`; the pools are closed by what opened them, after `stop`. */
export class ReplicaReads implements DatabaseConnection {
  readonly #primary: DatabaseConnection;
  readonly #replica: Pool;
  /** Whether reads try the replica. Only a check in the background makes it so: no request waits to find out. */
  #isAvailable = false;
  #nextCheck: NodeJS.Timeout | null = null;
  #isStopped = false;
  /** The question for the position that has not been sent yet: all who ask in the same moment share it. */
  #nextPosition: Promise<string> | null = null;

  constructor(primary: Pool, replica: Pool) {
    this.#primary = pooledConnection(primary);
    this.#replica = replica;
    void this.#check();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = this.#isAvailable ? await this.#tryReplica<R>(query) : null;
    replicaReadsTotal.inc({ from: result === null ? 'primary' : 'replica' });
    return result ?? this.#primary.executeQuery<R>(query);
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not as a stream.');
  }

  /** Ends the checks in the background; all later reads are the primary's. */
  stop(): void {
    this.#isStopped = true;
    this.#isAvailable = false;
    if (this.#nextCheck !== null) clearTimeout(this.#nextCheck);
  }

  /** Null when the replica lags or fails: then it is left alone until a check succeeds. */
  async #tryReplica<R>(query: CompiledQuery): Promise<QueryResult<R> | null> {
    const position = await this.#positionOfPrimary();
    try {
      return await this.#onReplica((client) => this.#readAt<R>(client, position, query));
    } catch {
      // A conflict with what it replays cancels a query of a replica; the primary has no such conflicts.
      this.#pause();
      return null;
    }
  }

  /** @throws when the replica does not get there in time */
  async #readAt<R>(client: Client, position: string, query: CompiledQuery): Promise<QueryResult<R>> {
    for (let asked = 0; asked < maxLagChecks; asked++) {
      if (asked > 0) await new Promise((resolve) => setTimeout(resolve, lagCheckMs));
      if (await isReplayed(client, position)) return executeOn<R>(client, query);
    }
    throw new Error('The replica lags behind.');
  }

  async #onReplica<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#replica.connect();
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = isConnectionLost(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  #pause(): void {
    this.#isAvailable = false;
    if (this.#isStopped || this.#nextCheck !== null) return;
    this.#nextCheck = setTimeout(() => {
      this.#nextCheck = null;
      void this.#check();
    }, retryAfterMs).unref();
  }

  /** It must be a replica of this primary, and up to date. */
  async #check(): Promise<void> {
    try {
      const [position, identity] = await Promise.all([
        this.#positionOfPrimary(),
        this.#askPrimary(identityQuery),
      ]);
      this.#isAvailable = await this.#onReplica(
        async (client) =>
          (await textOf(client, identityQuery)) === identity && (await isReplayed(client, position)),
      );
    } catch {
      this.#isAvailable = false;
    }
    if (!this.#isAvailable) this.#pause();
  }

  /** Asked after the call, so that it covers what was committed before. */
  #positionOfPrimary(): Promise<string> {
    this.#nextPosition ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        this.#nextPosition = null;
        this.#askPrimary(flushedPosition).then(resolve, reject);
      });
    });
    return this.#nextPosition;
  }

  async #askPrimary(sql: string): Promise<string> {
    const { rows } = await this.#primary.executeQuery<{ text: string }>(CompiledQuery.raw(sql));
    return rows[0]?.text ?? '';
  }
}

async function isReplayed(client: Client, position: string): Promise<boolean> {
  const { rows } = await client.query<{ replayed: boolean | null }>(hasReplayed, [position]);
  return rows[0]?.replayed === true;
}

async function textOf(client: Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(sql, []);
  return rows[0]?.text ?? '';
}
