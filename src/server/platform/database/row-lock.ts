/** Locks the rows of a query until its transaction ends. */

import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';

/**
 * With `skip`, rows that others have locked are left out instead of waited for. On the embedded file there
 * is one writer at a time and nothing to lock.
 */
export function lockRows<DB, TB extends keyof DB, O>(
  db: Queries,
  query: SelectQueryBuilder<DB, TB, O>,
  others: 'wait' | 'skip' = 'wait',
): SelectQueryBuilder<DB, TB, O> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return query;
  return others === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate();
}
