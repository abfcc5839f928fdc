/** A column with the shard for a table that may be large. */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';

/** Pages of 8 kB whose rows are updated by one statement, so that none of them is locked for long. */
const pagesAtOnce = 500;

/**
 * Adds the column `shard`, filled with `shard`, an expression over the row. On PostgreSQL outside a transaction and during
 * writes; it may have been cut off anywhere before, so rows that have their shard are left alone.
 */
export async function addShards(db: Queries, table: string, shard: RawBuilder<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await addOnPostgres(db, table, shard);
    return;
  }
  // A column that is added must have a default there. No shard has that number.
  await sql`alter table ${sql.table(table)} add column shard integer not null default -1`.execute(db);
  await sql`update ${sql.table(table)} set shard = ${shard}`.execute(db);
}

async function addOnPostgres(db: Queries, table: string, shard: RawBuilder<unknown>): Promise<void> {
  const fill = (which: RawBuilder<unknown>) =>
    sql`update ${sql.table(table)} set shard = ${shard} where shard is null and ${which}`.execute(db);
  await sql`alter table ${sql.table(table)} add column if not exists shard smallint`.execute(db);
  const pages = await pagesOf(db, table);
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const [from, to] = [`(${page},0)`, `(${page + pagesAtOnce},0)`];
    await fill(sql`ctid >= ${from}::tid and ctid < ${to}::tid`);
  }
  const constraint = sql.ref(`${table}_have_shard`);
  await sql`alter table ${sql.table(table)} drop constraint if exists ${constraint}`.execute(db);
  // From here on no row comes to stand without one; the last ones are those that were written meanwhile.
  await sql`alter table ${sql.table(table)} add constraint ${constraint} check (shard is not null) not valid`.execute(
    db,
  );
  await fill(sql`true`);
  await sql`alter table ${sql.table(table)} validate constraint ${constraint}`.execute(db);
  // The valid constraint proves it, so that the table is not read once more with the lock held.
  await sql`alter table ${sql.table(table)} alter column shard set not null`.execute(db);
  await sql`alter table ${sql.table(table)} drop constraint ${constraint}`.execute(db);
}

async function pagesOf(db: Queries, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages`.execute(db);
  return Number(rows[0]?.pages ?? 0);
}
