/** Webhooks that are paused, the headers of posts of email events, and an index of the posts that failed. */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { buildIndex } from './build-index.ts';
import { anyVersion, type Migration } from './migration.ts';

export const deliveries: Migration = {
  name: '078-deliveries',
  locks:
    '`event_lanes` and `event_attempts`, against reads and writes, for a moment: the columns are added without writing the rows, and the index is built while writes go on.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    const ifMissing = isPostgres(db) ? sql`if not exists` : sql``;
    await sql`alter table event_lanes add column ${ifMissing} paused_at bigint`.execute(db);
    await sql`alter table event_attempts add column ${ifMissing} headers text`.execute(db);
    await sql`alter table event_attempts add column ${ifMissing} response_headers text`.execute(db);
    await buildIndex(db, 'event_attempts_failed', 'event_attempts (webhook, id) where problem is not null');
  },
};
