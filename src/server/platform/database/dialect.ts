/** The dialect that queries run on, for the few that differ between SQLite and PostgreSQL. */

import { PostgresAdapter } from 'kysely';
import type { Queries } from './database.ts';

export function isPostgres(db: Queries): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
