/** The indexes of the list of the account's executions (docs/decisions/037). */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';

export const accountExecutionIndexes: Migration = {
  name: '031-account-execution-indexes',
  locks: 'Nothing: it builds its indexes while writes go on, in a time that grows with `executions`.',
  transaction: false,
  async up(db) {
    const active = sql`where status = 'active'`;
    await createIndex(db, 'executions_by_account', sql`executions (account, created_at, sid)`);
    await createIndex(
      db,
      'executions_active_by_account',
      sql`executions (account, created_at, sid) ${active}`,
    );
    await createIndex(db, 'executions_by_contact', sql`executions (account, contact, created_at, sid)`);
    await createIndex(
      db,
      'executions_with_error',
      sql`executions (account, created_at, sid) where error is not null`,
    );
    // The revision ends it, so that the executions at each widget are counted in the index alone.
    await createIndex(
      db,
      'executions_by_widget',
      sql`executions (flow, widget, created_at, sid, revision) ${active}`,
    );
  },
};

/** One that was cut off leaves an index that is not valid, so what there is is dropped. */
async function createIndex(db: Queries, name: string, on: ReturnType<typeof sql>): Promise<void> {
  const concurrently = isPostgres(db) ? sql`concurrently` : sql``;
  await sql`drop index ${concurrently} if exists ${sql.ref(name)}`.execute(db);
  await sql`create index ${concurrently} ${sql.ref(name)} on ${on}`.execute(db);
}
