/** The keys of the hot tables (docs/decisions/047). */

import type { Queries } from './database.ts';
import { isPostgres } from './dialect.ts';

/**
 * The columns of a unique key of a hot table, as `on conflict` names them: on PostgreSQL with the shard. The embedded file
 * is one shard, and its keys are without.
 */
export function hotKey<C extends string>(db: Queries, columns: readonly C[]): (C | 'shard')[] {
  return isPostgres(db) ? [...columns, 'shard'] : [...columns];
}
