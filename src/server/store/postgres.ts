/** PostgreSQL, for several processes over one database. */

import { Kysely, PostgresDialect, type PostgresDialectConfig } from 'kysely';
import pg from 'pg';
import type { Database, Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** serialization_failure and deadlock_detected: the transaction lost against another and may be tried again. */
const lost = new Set(['40001', '40P01']);
const attempts = 5;

/** The type number of int8, which counts and epoch milliseconds have; they are safe as numbers. */
const int8 = 20;

/** Connects by URL (`postgres://…`). Nothing is opened before the first query. */
export function openPostgres(url: string): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig;
  const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: 'patchbay' });
  // A connection that breaks while idle is replaced by the next query; without a listener it ends the process.
  pool.on('error', () => {});
  return databaseOver(pool);
}

/** A database over any pool that speaks as `pg` does. */
export function databaseOver(pool: Exclude<PostgresDialectConfig['pool'], () => unknown>): Database {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    read: kysely,
    write: (work) => writeWith(kysely, work),
    scrub: async () => {},
    close: () => kysely.destroy(),
  };
}

async function writeWith<T>(kysely: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await kysely.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (attempt === attempts || !lost.has(codeOf(error))) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
