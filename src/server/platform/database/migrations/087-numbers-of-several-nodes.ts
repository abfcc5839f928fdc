/**
 * On Citus the turn log may be ordered by the clocks of its nodes instead of the transactions of the coordinator, so that a process may
 * write at the node that has the shard (`node-log-numbers.ts`, docs/decisions/104).
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { allowInShardQueries } from './085-number-of-a-transaction.ts';
import { anyVersion, type Migration } from './migration.ts';

export const numbersOfSeveralNodes: Migration = {
  name: '087-numbers-of-several-nodes',
  locks:
    '`log_numbers`, against reads and writes, for a moment: the column is added without writing the row.',
  servedSince: anyVersion,
  async up(tx) {
    await tx.schema.alterTable('log_numbers').addColumn('clock_lead', 'bigint').execute();
    if (!isPostgres(tx)) return;
    // In microseconds. Where the clock of a node was set back, Citus counts on at the time that it had reached: numbers stand still, and none is lower.
    await sql`
      create function log_clock() returns bigint language plpgsql as $$
      declare
        reading text := citus_get_node_clock()::text;
      begin
        return split_part(trim(reading, '()'), ',', 1)::bigint * 1000
          + least(split_part(trim(reading, '()'), ',', 2)::bigint, 999);
      end $$`.execute(tx);
    // In this order: who takes the lock after it reads a later clock.
    await sql`
      create function log_watermark(out at bigint, out numbered text[]) language plpgsql as $$
      begin
        at := log_clock() + (select clock_lead from log_numbers where id = 1);
        numbered := array(select virtualtransaction from pg_locks
          where locktype = 'advisory' and classid = 0 and objid = 7203115 and objsubid = 1
            and database = (select oid from pg_database where datname = current_database()));
      end $$`.execute(tx);
    // All entries of a transaction have one number, which is read from the clock after the transaction has taken the lock that
    // says so: it is shared by all, and kept until what was written can be read.
    await sql`
      create or replace function transaction_log_number() returns bigint language plpgsql stable as $$
      declare
        known text := current_setting('patchbay.log_number', true);
        numbers record;
        number bigint;
      begin
        if known <> '' then
          return known::bigint;
        end if;
        select lead, clock_lead into numbers from log_numbers where id = 1;
        if numbers.clock_lead is null then
          return pg_current_xact_id()::text::bigint + numbers.lead;
        end if;
        perform pg_advisory_xact_lock_shared(7203115);
        number := log_clock() + numbers.clock_lead;
        perform set_config('patchbay.log_number', number::text, true);
        return number;
      end $$`.execute(tx);
    // The sequence of a node begins at its group times 2^48, which is beyond what JavaScript counts exactly after 31 groups; a crash of
    // the coordinator alone skips 32. So the group is what is told apart last.
    await sql`
      create function own_log_serial() returns bigint language plpgsql as $$
      begin
        return (nextval(pg_get_serial_sequence('live_turns', 'serial')) & ((1::bigint << 48) - 1)) * 16384
          + (select groupid % 16384 from pg_dist_local_group);
      end $$`.execute(tx);
    const citus = await sql`select from pg_extension where extname = 'citus'`.execute(tx);
    if (citus.rows.length > 0) await allowInShardQueries(tx);
  },
};
