/** The clock of the database server, and how far that of this machine differs. */

import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * By how many milliseconds this machine's clock is ahead of that of the database server, what the way there takes taken off;
 * null where the database has none of its own.
 */
export async function clockDifference({
  dialect,
  read,
}: Pick<Database, 'dialect' | 'read'>): Promise<number | null> {
  if (dialect !== 'postgres') return null;
  const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  const before = Date.now();
  const { rows } = await query.execute(read);
  const after = Date.now();
  const now = Number(rows[0]?.now);
  return now < before ? before - now : Math.min(0, after - now);
}
