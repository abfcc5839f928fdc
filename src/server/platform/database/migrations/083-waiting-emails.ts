/**
 * Emails that wait for their time, and the batch of each. The index has those alone, and no column that a delivery changes, so
 * that PostgreSQL goes on updating the row of any other email without its indexes (heap-only tuples). Emails that wait while this
 * is applied are not listed: they are sent within three days.
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

export const waitingEmails: Migration = {
  name: '083-waiting-emails',
  locks:
    '`outbound_recipients`, against reads and writes, for a moment: the columns are added without writing the rows, and the index is built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db, { key }) {
    const [ifMissing, concurrently] = isPostgres(db)
      ? [sql`if not exists`, sql`concurrently`]
      : [sql``, sql``];
    await sql`alter table outbound_recipients add column ${ifMissing} waits_until bigint`.execute(db);
    await sql`alter table outbound_recipients add column ${ifMissing} batch_id ${key}`.execute(db);
    // One that was cut off leaves an index that is not valid.
    await sql`drop index ${concurrently} if exists outbound_recipients_waiting`.execute(db);
    await sql`create index ${concurrently} outbound_recipients_waiting
      on outbound_recipients (account, region, waits_until, sid) where waits_until is not null`.execute(db);
  },
};
