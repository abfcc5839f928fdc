/** Sinks that a worker has to look at, by time, and the counters of received messages in slots. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const dueWork: Migration = {
  name: '018-due-work',
  locks:
    '`sinks` exclusively for an instant; `parse_stats` exclusively while its rows are copied, one for each account and day.',
  async up(tx, columns) {
    await markSinks(tx);
    await slotParseStats(tx, columns);
  },
};

/** Every sink is looked at once after the upgrade: what it has missed was not noted before. */
async function markSinks(tx: Queries): Promise<void> {
  await tx.schema.alterTable('sinks').addColumn('wake_at', 'bigint').execute();
  await sql`update sinks set wake_at = due_at where status = 'active' or test_wanted = 1`.execute(tx);
  await tx.schema
    .createIndex('sinks_to_wake')
    .on('sinks')
    .column('wake_at')
    .where('wake_at', 'is not', null)
    .execute();
}

/** The embedded file cannot change a primary key, so the rows move to a new table. */
async function slotParseStats(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema.alterTable('parse_stats').renameTo('parse_stats_before').execute();
  await tx.schema
    .createTable('parse_stats')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('day', key, (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('parse_stats_pkey_18', ['account', 'region', 'day', 'slot'])
    .execute();
  await sql`
    insert into parse_stats (account, region, day, slot, received)
    select account, region, day, 0, received from parse_stats_before`.execute(tx);
  await tx.schema.dropTable('parse_stats_before').execute();
}
