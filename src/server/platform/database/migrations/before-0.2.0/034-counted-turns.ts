/** Transitions are counted from the turn log, by one process at a time, so their counts need no slots (docs/decisions/043). */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Columns, Migration } from '../migration.ts';

export const countedTurns: Migration = {
  name: '034-counted-turns',
  locks: '`transition_counts`, against reads and writes, while its rows, a few thousand, are added up.',
  async up(tx, columns) {
    await addUpSlots(tx, columns);
    await createProgress(tx, columns);
  },
};

async function addUpSlots(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema.dropIndex('transition_counts_by_hour').execute();
  await tx.schema.alterTable('transition_counts').renameTo('slotted_counts').execute();
  await tx.schema
    .createTable('transition_counts')
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('widget', key, (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('event', key, (column) => column.notNull())
    .addColumn('target', key, (column) => column.notNull())
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('transition_counts_by_flow', [
      'flow',
      'widget',
      'hour',
      'revision',
      'event',
      'target',
    ])
    .modifyEnd(inOrder)
    .execute();
  await sql`
    insert into transition_counts (flow, widget, hour, revision, event, target, passed)
    select flow, widget, hour, revision, event, target, sum(passed) from slotted_counts
    group by flow, widget, hour, revision, event, target`.execute(tx);
  await tx.schema.dropTable('slotted_counts').execute();
  await tx.schema.createIndex('transition_counts_by_hour').on('transition_counts').column('hour').execute();
}

/** The turns that are in the log by now were counted in their own transactions. */
async function createProgress(tx: Queries, { inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('transition_count_progress')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('xid', 'bigint', (column) => column.notNull())
    .addColumn('serial', 'bigint', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  const end = isPostgres(tx)
    ? sql`select 1, lead + pg_current_xact_id()::text::bigint, 0 from log_numbers where id = 1`
    : sql`select 1, lead, (select coalesce(max(serial), 0) + 1 from live_turns) from log_numbers where id = 1`;
  await sql`insert into transition_count_progress (id, xid, serial) ${end}`.execute(tx);
}
