/** For tests on PostgreSQL: how much of a table a work reads. */

import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';

/** The rows of the table that the work reads in a transaction, by an index or one after the other. */
export async function countRowsRead(
  database: Database,
  table: string,
  work: (tx: Queries) => Promise<unknown>,
): Promise<number> {
  return await database.write(async (tx) => {
    const before = await readSoFar(tx, table);
    await work(tx);
    return (await readSoFar(tx, table)) - before;
  });
}

async function readSoFar(tx: Queries, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`.execute(
    tx,
  );
  return Number(rows[0]?.read);
}
