/**
 * The turn log has no primary key. Citus copies a group of shards beside writes only where each table has a key by which
 * changes are copied after it, and refuses to move one otherwise (docs/decisions/093).
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Migration } from './migration.ts';

export const movesOfTheTurnLog: Migration = {
  name: '068-moves-of-the-turn-log',
  locks: '`live_turns`, against reads and writes, for a moment: a word in the catalogue.',
  async up(tx) {
    if (!isPostgres(tx)) return;
    await sql`alter table live_turns replica identity using index live_turns_by_place`.execute(tx);
  },
};
