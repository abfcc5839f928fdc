/** Until when the content of a received email is kept after it was posted, so that it can be posted again. */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { buildIndex } from './build-index.ts';
import { anyVersion, type Migration } from './migration.ts';

export const keptContent: Migration = {
  name: '075-kept-content',
  locks:
    '`inbound_mails`, against reads and writes, for a moment: the column is added without writing the rows, and its index is built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    const ifMissing = isPostgres(db) ? sql`if not exists` : sql``;
    await sql`alter table inbound_mails add column ${ifMissing} kept_until bigint`.execute(db);
    await buildIndex(
      db,
      'inbound_mails_kept',
      'inbound_mails (kept_until, size) where kept_until is not null',
    );
  },
};
