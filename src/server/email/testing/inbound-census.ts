/** Test queries: what the database holds of received email. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { ParseSettingRow } from '../../platform/database/schema/email.ts';
import { notRecorded } from '../../testing/postgres-exchanges.ts';

/** Messages counted in all statistics. */
export async function countReceived(db: Queries): Promise<number> {
  const rows = await db.selectFrom('parse_stats').select('received').execute();
  return rows.reduce((sum, { received }) => sum + received, 0);
}

/** Where emails are, and where they are counted. */
export async function shardsOf(db: Queries, table: 'inbound_mails' | 'parse_stats'): Promise<number[]> {
  const rows = await db.selectFrom(table).select('shard').execute();
  return rows.map(({ shard }) => shard);
}

/** Contents in the database, complete or not, without those that are kept after they were posted. */
export async function countContents(db: Queries): Promise<number> {
  const kept = db.selectFrom('inbound_mails').select('content').where('kept_until', 'is not', null);
  const rows = await db
    .selectFrom('inbound_parts')
    .select('content')
    .distinct()
    .where('content', 'not in', kept)
    .execute();
  return rows.length;
}

/** Posts that are under way. */
export async function countUnderWay(db: Queries, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sql.raw(notRecorded)} select count(*) as count from jobs
    where kind = 'parse-post' and lease_until > ${now}`.execute(db);
  return Number(rows[0]?.count);
}

/** All contents in the database. */
export async function countAllContents(db: Queries): Promise<number> {
  return (await db.selectFrom('inbound_parts').select('content').distinct().execute()).length;
}

export async function insertSetting(tx: Queries, row: ParseSettingRow): Promise<void> {
  await tx.insertInto('parse_settings').values(row).execute();
}
