/**
 * What the turn log needs on Citus.
 *
 * A function gives the number of an entry that is inserted (`log-numbers.ts`): what a function gives, Citus asks of the coordinator
 * and inserts on one node.
 *
 * The turn log has no primary key. Without blocking writes Citus copies a group of shards only where each table has a key by which
 * changes are copied after it, and refuses to move one otherwise (docs/decisions/093).
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import type { Migration } from './migration.ts';

export const turnLogOnCitus: Migration = {
  name: '068-turn-log-on-citus',
  locks: '`live_turns`, against reads and writes, for a moment: a word in the catalogue.',
  async up(tx) {
    if (!isPostgres(tx)) return;
    await sql`alter table live_turns replica identity using index live_turns_by_place`.execute(tx);
    await sql`
      create or replace function own_log_number(of_execution text, of_shard smallint) returns bigint language plpgsql as $$
      declare
        own bigint;
        before bigint;
      begin
        select pg_current_xact_id()::text::bigint + lead into own from log_numbers where id = 1;
        select log_number into before from executions where sid = of_execution and shard = of_shard;
        return greatest(own, before);
      end $$`.execute(tx);
  },
};
