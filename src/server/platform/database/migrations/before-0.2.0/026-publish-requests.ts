/** Publishing later or by a second person, and ending executions in batches when a flow is published. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const publishRequests: Migration = {
  name: '026-publish-requests',
  locks: '`flows` and `account_keys` exclusively for an instant.',
  async up(tx, columns) {
    await tx.schema
      .alterTable('flows')
      .addColumn('needs_approval', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('account_keys')
      .addColumn('approves_publishing', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await createRequests(tx, columns);
    await createEndings(tx, columns);
  },
};

async function createRequests(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('publish_requests')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('published_revision', 'integer')
    .addColumn('publish_at', 'bigint')
    .addColumn('end_executions', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('published_as', 'integer')
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('approved_by', 'text')
    .addColumn('closed_by', 'text')
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('approved_at', 'bigint')
    .addColumn('closed_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('publish_requests_by_flow')
    .on('publish_requests')
    .columns(['flow', 'sid'])
    .execute();
  await tx.schema
    .createIndex('publish_requests_pending')
    .unique()
    .on('publish_requests')
    .column('flow')
    .where(sql<boolean>`closed_at is null`)
    .execute();
}

async function createEndings(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('execution_endings')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('executions', 'text', (column) => column.notNull())
    .addColumn('targets', 'text')
    .addColumn('position', 'text')
    .addColumn('total', 'integer')
    .addColumn('ended', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('completed_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('execution_endings_by_flow')
    .on('execution_endings')
    .columns(['flow', 'sid'])
    .execute();
}
