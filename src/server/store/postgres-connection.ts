/** Queries of the query builder over connections of PostgreSQL's client library. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { patiently } from './patience.ts';

export type Pool = Exclude<PostgresDialectConfig['pool'], () => unknown>;
export type Client = PostgresPoolClient;

/** Runs each query on this connection. */
export function runOn(client: Client): DatabaseConnection {
  return { executeQuery: (query) => ask(client, query), streamQuery: refuseStream };
}

/** Runs each query on a connection of its own, and again when that one breaks: for reading only. */
export function passing(pool: Pool): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery) =>
      patiently(async () => {
        const client = await pool.connect();
        try {
          return await ask<R>(client, query);
        } finally {
          client.release();
        }
      }),
    streamQuery: refuseStream,
  };
}

async function ask<R>(client: Client, { sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
  const { command, rowCount, rows } = await client.query<R>(sql, [...parameters]);
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  return { rows: rows ?? [], ...(changes && { numAffectedRows: BigInt(rowCount) }) };
}

function refuseStream(): never {
  throw new Error('Rows are read in slices, not as a stream.');
}

/** One for all, as prepared queries are remembered by it. */
const adapter = new PostgresAdapter();

/** A query builder's dialect over one connection. */
export function dialectOver(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: refuseTransaction,
      commitTransaction: refuseTransaction,
      rollbackTransaction: refuseTransaction,
      destroy: async () => {},
    }),
  };
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions are begun by Database.write and nowhere else.');
}
