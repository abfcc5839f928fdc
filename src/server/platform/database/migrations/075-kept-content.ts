/** Until when the content of a received email is kept after it was posted, so that it can be posted again. */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

export const keptContent: Migration = {
  name: '075-kept-content',
  locks:
    '`inbound_mails`, against reads and writes, for a moment: the column is added without writing the rows, and its index is built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    const [ifMissing, concurrently] = isPostgres(db)
      ? [sql`if not exists`, sql`concurrently`]
      : [sql``, sql``];
    await sql`alter table inbound_mails add column ${ifMissing} kept_until bigint`.execute(db);
    // One that was cut off leaves an index that is not valid.
    await sql`drop index ${concurrently} if exists inbound_mails_kept`.execute(db);
    await sql`create index ${concurrently} inbound_mails_kept on inbound_mails (kept_until, size)
      where kept_until is not null`.execute(db);
  },
};
