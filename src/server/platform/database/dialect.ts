/**
 * What differs between queries of SQLite, of PostgreSQL and of Citus: the keys of hot tables (docs/decisions/047), and row
 * locks (docs/decisions/090).
 */

import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';

export function isPostgres(db: Queries): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Up to where the turn log can be read, and the greatest number that may have been given out (`log-numbers.ts`). */
export type CurrentLogNumbers = { settled: number; newest: number };

/** Marks the queries of a database that is distributed over the nodes of a Citus cluster. */
export class DistributedAdapter extends PostgresAdapter {
  /** By asking all nodes; null in a transaction, where the coordinator says what it knows. */
  readonly logNumbers: (() => Promise<CurrentLogNumbers>) | null;

  constructor(logNumbers: (() => Promise<CurrentLogNumbers>) | null = null) {
    super();
    this.logNumbers = logNumbers;
  }
}

export function isDistributed(db: Queries): boolean {
  return db.getExecutor().adapter instanceof DistributedAdapter;
}

/**
 * True where writes to several tables cost least as one statement: on PostgreSQL. Citus plans one of three tables for longer than three, and
 * the embedded file takes none.
 */
export function combinesWrites(db: Queries): boolean {
  return isPostgres(db) && !isDistributed(db);
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
