/** The change feed of executions, and event sinks. */

import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Columns, Migration } from '../migration.ts';

export const live: Migration = {
  name: '006-live',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createTurns(tx, columns);
    await createSinks(tx, columns);
  },
};

/**
 * Written by every turn, so it has one index and refers to nothing: its rows are swept away after a day
 * whatever becomes of what they name.
 */
async function createTurns(tx: Queries, { key }: Columns): Promise<void> {
  const table = tx.schema.createTable('live_turns');
  const numbered = isPostgres(tx)
    ? table.addColumn('serial', 'bigint', (column) => column.notNull().generatedAlwaysAsIdentity())
    : table.addColumn('serial', 'integer', (column) => column.primaryKey());
  await numbered
    .addColumn('xid', 'bigint', (column) => column.notNull())
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('flow', key, (column) => column.notNull())
    .addColumn('execution', key, (column) => column.notNull())
    .addColumn('first_step', 'integer', (column) => column.notNull())
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .addColumn('began', 'integer', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('live_turns_by_place')
    .on('live_turns')
    .columns(['account', 'xid', 'serial'])
    .unique()
    .execute();
  await tx.schema
    .createTable('live_swept')
    .addColumn('account', key, (column) => column.primaryKey())
    .addColumn('xid', 'bigint', (column) => column.notNull())
    .addColumn('serial', 'bigint', (column) => column.notNull())
    .execute();
}

async function createSinks(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('sinks')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('destination', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('xid', 'bigint', (column) => column.notNull())
    .addColumn('serial', 'bigint', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('delivered_at', 'bigint')
    .addColumn('test_wanted', 'integer', (column) => column.notNull())
    .addColumn('tested_at', 'bigint')
    .addColumn('test_problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  await tx.schema.createIndex('sinks_by_account').on('sinks').columns(['account', 'sid']).execute();
}
