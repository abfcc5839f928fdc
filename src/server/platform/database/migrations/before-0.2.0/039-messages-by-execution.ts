/**
 * One index of messages by execution in place of two that left some out, and a vacuum of executions that does not wait
 * until a fifth of them has changed.
 */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';

export const messagesByExecution: Migration = {
  name: '039-messages-by-execution',
  locks:
    'Nothing: it builds its index while writes go on, in a time that grows with `messages`. It waits for a vacuum of `executions` that is under way, or ends an automatic one.',
  transaction: false,
  async up(db) {
    const concurrently = isPostgres(db) ? sql`concurrently` : sql``;
    // One that was cut off leaves an index that is not valid.
    await sql`drop index ${concurrently} if exists messages_by_execution`.execute(db);
    await sql`create index ${concurrently} messages_by_execution on messages (execution, effect)`.execute(db);
    await sql`drop index ${concurrently} if exists messages_by_effect`.execute(db);
    await sql`drop index ${concurrently} if exists messages_with_content`.execute(db);
    if (isPostgres(db)) await vacuumExecutionsOften(db);
  },
};

/** Each turn leaves a dead row, which the scans of the active executions pass until it is removed. */
async function vacuumExecutionsOften(db: Queries): Promise<void> {
  await sql`alter table executions set (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.05
  )`.execute(db);
}
