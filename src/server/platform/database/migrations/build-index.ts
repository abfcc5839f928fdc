/** Builds an index while writes go on, outside a transaction. */

import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { isPostgres } from '../dialect.ts';

/** `on` is SQL: the table, its columns in parentheses, and the condition of a partial index. */
export async function buildIndex(db: Queries, name: string, on: string): Promise<void> {
  const concurrently = isPostgres(db) ? sql`concurrently` : sql``;
  // One that was cut off leaves an index that is not valid.
  await sql`drop index ${concurrently} if exists ${sql.raw(name)}`.execute(db);
  await sql`create index ${concurrently} ${sql.raw(name)} on ${sql.raw(on)}`.execute(db);
}
