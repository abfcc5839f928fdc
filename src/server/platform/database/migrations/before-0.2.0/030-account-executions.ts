/** What the list of the account shows of an execution, what its filters end or delete, and how often each connection was taken. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const accountExecutions: Migration = {
  name: '030-account-executions',
  locks: '`executions`, against reads and writes, while the rows of active executions are rewritten.',
  async up(tx, columns) {
    await addLastEvents(tx);
    await createBatches(tx, columns);
    await createTransitionCounts(tx, columns);
  },
};

/** Executions that ended before have none: reading the last step of each would hold up the upgrade for too long. */
async function addLastEvents(tx: Queries): Promise<void> {
  await tx.schema.alterTable('executions').addColumn('event', 'text').execute();
  await tx.schema.alterTable('executions').addColumn('error', 'integer').execute();
  await sql`
    update executions set event = (
      select name from steps where steps.execution = executions.sid order by seq desc limit 1
    ) where status = 'active'`.execute(tx);
}

async function createBatches(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('execution_batches')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('position', 'text')
    .addColumn('begins_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('execution_batches_by_age')
    .on('execution_batches')
    .columns(['account', 'created_at', 'sid'])
    .execute();
}

/** Several slots, so that concurrent turns of one widget do not wait for each other's commit. */
async function createTransitionCounts(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('transition_counts')
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('widget', key, (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('event', key, (column) => column.notNull())
    .addColumn('target', key, (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('transition_counts_key', [
      'flow',
      'widget',
      'hour',
      'revision',
      'event',
      'target',
      'slot',
    ])
    .modifyEnd(inOrder)
    .execute();
  await tx.schema.createIndex('transition_counts_by_hour').on('transition_counts').column('hour').execute();
}
