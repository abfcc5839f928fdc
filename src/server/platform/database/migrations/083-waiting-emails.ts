/**
 * Emails that wait for their time, and the batch of each. The index has those alone, and no column that a delivery changes, so
 * that PostgreSQL goes on updating the row of any other email without its indexes (heap-only tuples). Emails that wait while this
 * is applied are not listed: they are sent within three days.
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { buildIndex } from './build-index.ts';
import { anyVersion, type Migration } from './migration.ts';

export const waitingEmails: Migration = {
  name: '083-waiting-emails',
  locks:
    '`outbound_recipients`, against reads and writes, for a moment: the columns are added without writing the rows, and the index is built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db, { key }) {
    const ifMissing = isPostgres(db) ? sql`if not exists` : sql``;
    await sql`alter table outbound_recipients add column ${ifMissing} waits_until bigint`.execute(db);
    await sql`alter table outbound_recipients add column ${ifMissing} batch_id ${key}`.execute(db);
    await buildIndex(
      db,
      'outbound_recipients_waiting',
      'outbound_recipients (account, region, waits_until, sid) where waits_until is not null',
    );
  },
};
