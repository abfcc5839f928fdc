/** Row locks (`for update`, `skip locked`) until the transaction ends. */

import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Queries } from './database.ts';

/**
 * With `skip`, rows that others have locked are skipped instead of waited for. The embedded file has one writer at a
 * time, so nothing is locked there.
 */
export function lockRows<DB, TB extends keyof DB, O>(
  db: Queries,
  query: SelectQueryBuilder<DB, TB, O>,
  others: 'wait' | 'skip' = 'wait',
): SelectQueryBuilder<DB, TB, O> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return query;
  return others === 'skip' ? query.forUpdate().skipLocked() : query.forUpdate();
}
