/** Events of the email service, and their deliveries to webhooks with each attempt. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const deliveries: Migration = {
  name: '012-deliveries',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createEvents(tx, columns);
    await createLanes(tx, columns);
    await createAttempts(tx, columns);
  },
};

async function createEvents(tx: Queries, { key, serial }: Columns): Promise<void> {
  await tx.schema
    .createTable('mail_events')
    .addColumn('seq', serial, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('id', key, (column) => column.notNull())
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('message', key)
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('mail_events_once', ['account', 'region', 'id'])
    .execute();
  await tx.schema
    .createIndex('mail_events_by_message')
    .on('mail_events')
    .columns(['account', 'region', 'message'])
    .where('message', 'is not', null)
    .execute();
  await tx.schema
    .createIndex('mail_events_by_age')
    .on('mail_events')
    .columns(['account', 'created_at'])
    .execute();
}

async function createLanes(tx: Queries, { key, inOrder }: Columns): Promise<void> {
  await tx.schema
    .createTable('event_queue')
    .addColumn('webhook', key, (column) =>
      column.notNull().references('event_webhooks.id').onDelete('cascade'),
    )
    .addColumn('event', 'bigint', (column) => column.notNull())
    .addColumn('queued_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_queue_pkey', ['webhook', 'event'])
    .modifyEnd(inOrder)
    .execute();
  await tx.schema
    .createTable('event_lanes')
    .addColumn('webhook', key, (column) =>
      column.primaryKey().references('event_webhooks.id').onDelete('cascade'),
    )
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .execute();
}

async function createAttempts(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('event_attempts')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('webhook', key, (column) =>
      column.notNull().references('event_webhooks.id').onDelete('cascade'),
    )
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('runs', 'text', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('response', 'text')
    .addColumn('next_at', 'bigint')
    .addColumn('given_up', 'integer', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('event_attempts_by_webhook')
    .on('event_attempts')
    .columns(['webhook', 'id'])
    .execute();
  await tx.schema
    .createIndex('event_attempts_by_age')
    .on('event_attempts')
    .columns(['account', 'made_at'])
    .execute();
}
