/** Which indexes a database can use, and one that it cannot, as after a build that was cut off. */

import { sql } from 'kysely';
import type { Queries } from '../../../database.ts';
import { isPostgres } from '../../../dialect.ts';

/** Those of the names, in their order by letters. */
export async function validIndexes(read: Queries, names: readonly string[]): Promise<string[]> {
  const found = isPostgres(read)
    ? sql<{ name: string }>`select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
        where indisvalid and relname in (${sql.join(names)}) order by relname`
    : sql<{ name: string }>`select name from sqlite_master where name in (${sql.join(names)}) order by name`;
  return (await found.execute(read)).rows.map(({ name }) => name);
}

export async function invalidate(tx: Queries, index: string): Promise<void> {
  await sql`update pg_index set indisvalid = false where indexrelid = ${index}::regclass`.execute(tx);
}
