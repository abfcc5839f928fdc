/** PostgreSQL inside the process, for tests: it needs no server and keeps nothing. */

import { PGlite } from '@electric-sql/pglite';
import type { PostgresQueryResult } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { databaseOverPool } from '../platform/database/postgres.ts';
import type { Client } from '../platform/database/postgres-connection.ts';

const int8 = 20;

/** A fresh, empty database. It has one connection, so a work that reads past its transaction never ends. */
export function openPglite(): Database {
  const engine = new PGlite({ parsers: { [int8]: Number } });
  let free: Promise<void> = Promise.resolve();
  const connect = async (): Promise<Client> => {
    const before = free;
    let release = () => {};
    free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    return { query: ask as Client['query'], release };
  };
  const ask = async (
    query: string | { text: string },
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> => {
    const sql = typeof query === 'string' ? query : query.text;
    const { rows, affectedRows } = await engine.query<unknown>(sql, [...parameters]);
    const [word = ''] = sql.trimStart().toUpperCase().split(/\s/, 1);
    return {
      command: word as PostgresQueryResult<unknown>['command'],
      rowCount: affectedRows ?? rows.length,
      rows,
    };
  };
  return databaseOverPool({ connect, end: () => engine.close() });
}
