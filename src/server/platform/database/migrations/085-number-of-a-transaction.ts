/**
 * The number of the transaction in the turn log (`log-numbers.ts`), as a function that Citus asks of the coordinator. It takes the place of
 * the one of migration 068, which asked a node for the number of the execution; processes of the version before go on calling that.
 */

import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { isPostgres } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

export const numberOfTransaction: Migration = {
  name: '085-number-of-a-transaction',
  locks: 'nothing: it adds a function.',
  servedSince: anyVersion,
  async up(tx) {
    if (!isPostgres(tx)) return;
    // Stable, as `pg_current_xact_id` is: an update on Citus takes no other.
    await sql`
      create function transaction_log_number() returns bigint language plpgsql stable as $$
      begin
        return (select pg_current_xact_id()::text::bigint + lead from log_numbers where id = 1);
      end $$`.execute(tx);
    const citus = await sql`select from pg_extension where extname = 'citus'`.execute(tx);
    if (citus.rows.length > 0) await allowInShardQueries(tx);
  },
};

/**
 * A coordinator that has shards itself runs the function within a query on one of them, where Citus refuses to read another table, unless it
 * is told that this changes nothing in what is read. Elsewhere the setting is unknown, and only a superuser may give one to a function.
 */
export async function allowInShardQueries(tx: Queries): Promise<void> {
  await sql`alter function transaction_log_number() set citus.allow_nested_distributed_execution to on`.execute(
    tx,
  );
}
