/**
 * What differs between queries of SQLite, of PostgreSQL and of Citus: the keys of hot tables (docs/decisions/047), and row
 * locks (docs/decisions/090).
 */

import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';

export function isPostgres(db: Queries): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Marks the queries of a database that is distributed over the nodes of a Citus cluster. */
export class DistributedAdapter extends PostgresAdapter {}

export function isDistributed(db: Queries): boolean {
  return db.getExecutor().adapter instanceof DistributedAdapter;
}

/**
 * The columns of a unique key of a hot table, as `on conflict` names them: on PostgreSQL with the shard. The embedded file
 * is one shard, and its keys are without.
 */
export function hotKey<C extends string>(db: Queries, columns: readonly C[]): (C | 'shard')[] {
  return isPostgres(db) ? [...columns, 'shard'] : [...columns];
}

/**
 * With `skip`, rows that others have locked are skipped instead of waited for. The embedded file has one writer at a
 * time, so nothing is locked there.
 */
export function lockRows<DB, TB extends keyof DB, O>(
  db: Queries,
  query: SelectQueryBuilder<DB, TB, O>,
  others: 'wait' | 'skip' = 'wait',
): SelectQueryBuilder<DB, TB, O> {
  if (!isPostgres(db)) return query;
  return others === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate();
}

/**
 * The rows that `query` finds, wherever they are, as far as others have not locked them. Citus locks rows of one shard in a
 * statement, so there they are found first, and locked shard by shard.
 */
export async function lockAcrossShards<DB, TB extends keyof DB, O extends { key: string; shard: number }>(
  db: Queries,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<O[]> {
  if (!isDistributed(db)) return (await lockRows(db, query, 'skip').execute()) as O[];
  const found = (await query.execute()) as O[];
  const locked = await Promise.all(
    [...Map.groupBy(found, ({ shard }) => shard)].map(([shard, rows]) => {
      const keys = rows.map(({ key }) => key);
      const own = query.where(sql<boolean>`shard = ${shard} and key in (${sql.join(keys)})`);
      return lockRows(db, own, 'skip').execute() as Promise<O[]>;
    }),
  );
  const keys = new Set(locked.flat().map(({ key }) => key));
  return found.filter(({ key }) => keys.has(key));
}

/**
 * The first row that is due and that others have not locked: `atOnce` locks it, or on Citus, which locks rows of one shard in
 * a statement, `lock` each of `candidates` in their order until one is free.
 */
export async function lockFirst<C, R>(
  db: Queries,
  steps: {
    atOnce(): Promise<R | undefined>;
    candidates(): Promise<readonly C[]>;
    lock(candidate: C): Promise<R | undefined>;
  },
): Promise<R | undefined> {
  if (!isDistributed(db)) return await steps.atOnce();
  for (const candidate of await steps.candidates()) {
    const row = await steps.lock(candidate);
    if (row !== undefined) return row;
  }
  return undefined;
}

/**
 * A query of the different values of an indexed column of the rows where `condition` holds (null: of all), as `value`: by steps
 * in the index from one to the next, so its cost does not grow with the rows. Citus has no recursion over shards, and reads the
 * index as a whole.
 */
export function distinctValues(
  db: Queries,
  table: string,
  column: string,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<{ value: string }> {
  const [from, name] = [sql.table(table), sql.ref(column)];
  if (isDistributed(db)) return sql`select distinct ${name} as value from ${from} where ${condition}`;
  return sql`
    with recursive steps (value) as (
      select min(${name}) from ${from} where ${condition}
      union all
      select (select min(${name}) from ${from} where ${condition} and ${name} > steps.value)
      from steps where steps.value is not null)
    select value from steps where value is not null`;
}
