/** Which of the two dialects queries run on, for the few that are written differently. */

import { PostgresAdapter } from 'kysely';
import type { Queries } from './database.ts';

export function isPostgres(db: Queries): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
