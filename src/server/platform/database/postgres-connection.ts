/** Adapter from the query builder (Kysely) to the connections of PostgreSQL's client library (pg). */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely';
import { type CellCipher, type DataKeyRow, dataKeysQuery } from './cell-cipher.ts';
import { DistributedAdapter } from './dialect.ts';
import { MarkingPostgresCompiler } from './mark-contact-data.ts';
import type { NamedQuery } from './prepared-query.ts';
import { isConnectionLost, isUnavailable, retryWhileUnavailable } from './retry-while-unavailable.ts';
import { StorageHealth } from './storage-fault.ts';

export type Pool = { connect(): Promise<Client>; end(): Promise<void> };

/** The part of the client library that is used. A named query is a prepared statement, planned once per connection. */
export type Client = {
  /**
   * Behind a pooler that gives a session to each transaction: what a session keeps, as prepared statements and limits,
   * is not there for the next one.
   */
  isTransactionPooled: boolean;
  /** To a database that is distributed over the nodes of a Citus cluster. */
  isDistributed: boolean;
  /** What is bound and read passes through it. */
  cells: CellCipher;
  query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(
    named: { text: string; name: string },
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<R>>;
  /** `broken`: the connection is closed instead of returned to the pool. */
  release(broken?: boolean): void;
};

/** Longer than any query of the product takes; the server cancels what takes longer. */
export const statementTimeoutMs = 30_000;
/** A process that stalls in the middle of a transaction loses its locks after that time. */
export const idleInTransactionTimeoutMs = 15_000;

/** The same limits for one transaction, for a connection that cannot set them for all. */
export const transactionLimits = `set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;

/** What is called for each query of a connection. */
export type QueryObserver = {
  /** May refuse it by throwing. */
  before(query: CompiledQuery): void;
  /** PostgreSQL, or the connection, has refused it. */
  failed?(): void;
  /** Its rows are passed on once the promise resolves. */
  answered?(): Promise<void>;
};

/** Runs each query on this connection. */
export function connectionOn(client: Client, observer: QueryObserver): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      observer.before(query);
      let result: QueryResult<R>;
      try {
        result = await execute<R>(client, query);
      } catch (error) {
        observer.failed?.();
        throw error;
      }
      if (observer.answered !== undefined) await observer.answered();
      return result;
    },
    streamQuery: rejectStreaming,
  };
}

/** Takes a connection from the pool for each query, and retries when it is lost, as `isRetried` says: for reading only. */
export function pooledConnection(
  pool: Pool,
  health = new StorageHealth(),
  isRetried = isUnavailable,
): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery) =>
      retryWhileUnavailable(async () => {
        const client = await pool.connect();
        let broken = false;
        try {
          return await executeOn<R>(client, query);
        } catch (error) {
          broken = isConnectionLost(error);
          throw health.explain(error);
        } finally {
          client.release(broken);
        }
      }, isRetried),
    streamQuery: rejectStreaming,
  };
}

/** Runs one query for reading, with the limits of time that every query has. */
export function executeOn<R>(client: Client, query: CompiledQuery): Promise<QueryResult<R>> {
  return client.isTransactionPooled ? executeWithLimits<R>(client, query) : execute<R>(client, query);
}

async function execute<R>(client: Client, { sql, parameters, name }: NamedQuery): Promise<QueryResult<R>> {
  const { cells } = client;
  const values = [...cells.bind(parameters)];
  const { command, rowCount, rows } = await (name === undefined || client.isTransactionPooled
    ? client.query<R>(sql, values)
    : client.query<R>({ text: sql, name }, values));
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  const pending = cells.open(rows ?? []);
  if (pending.length > 0) {
    cells.learn((await client.query<DataKeyRow>(dataKeysQuery, [])).rows);
    cells.openPending(pending);
  }
  return { rows: rows ?? [], ...(changes && { numAffectedRows: BigInt(rowCount) }) };
}

/** A transaction of its own, as limits can only be set inside one; all of it is sent together. */
async function executeWithLimits<R>(client: Client, query: CompiledQuery): Promise<QueryResult<R>> {
  const [, result] = await Promise.all([
    client.query(`begin; ${transactionLimits}`, []),
    execute<R>(client, query),
    client.query('commit', []),
  ]);
  return result;
}

function rejectStreaming(): never {
  throw new Error('Rows are read in pages, not as a stream.');
}

/** One instance of each for all, as prepared queries are cached by it. */
const adapter = new PostgresAdapter();
const distributedAdapter = new DistributedAdapter();

/** A query builder's dialect over one connection; `distributed` is the adapter of a database on Citus, or whether it is one. */
export function dialectFor(
  connection: DatabaseConnection,
  distributed: DistributedAdapter | boolean = false,
): Dialect {
  const own = distributed === true ? distributedAdapter : distributed || adapter;
  return {
    createAdapter: () => own,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new MarkingPostgresCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: rejectTransaction,
      commitTransaction: rejectTransaction,
      rollbackTransaction: rejectTransaction,
      destroy: async () => {},
    }),
  };
}

async function rejectTransaction(): Promise<never> {
  throw new Error('Transactions are begun by Database.write and nowhere else.');
}
