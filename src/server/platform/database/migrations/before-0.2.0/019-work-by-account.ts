/** Jobs by account, for fair shares, and the turn log in one order for all accounts. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';

export const workByAccount: Migration = {
  name: '019-work-by-account',
  locks:
    'Nothing: it builds its indexes while writes go on, in a time that grows with `jobs` and `live_turns`.',
  transaction: false,
  async up(db) {
    const alive = sql`where dead_at is null`;
    await createIndex(db, 'jobs_by_account', sql`jobs (account, run_at) ${alive}`);
    // The embedded file has this order as its primary key.
    if (isPostgres(db)) await createIndex(db, 'live_turns_in_order', sql`live_turns (xid, serial)`);
  },
};

/** One that was cut off leaves an index that is not valid, so what there is is dropped. */
async function createIndex(db: Queries, name: string, on: ReturnType<typeof sql>): Promise<void> {
  const concurrently = isPostgres(db) ? sql`concurrently` : sql``;
  await sql`drop index ${concurrently} if exists ${sql.ref(name)}`.execute(db);
  await sql`create index ${concurrently} ${sql.ref(name)} on ${on}`.execute(db);
}
