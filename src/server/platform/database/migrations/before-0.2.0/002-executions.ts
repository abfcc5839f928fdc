/** Executions and their steps, jobs, messages, calls and tasks. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const executions: Migration = {
  name: '002-executions',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createExecutions(tx, columns);
    await createSteps(tx, columns);
    await createJobs(tx, columns);
    await createCarrier(tx, columns);
    await createTasks(tx, columns);
  },
};

async function createExecutions(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('executions')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('exclusive', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('waiting', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('context', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('initiated_by', 'text')
    .addColumn('parent', key, (column) => column.references('executions.sid').onDelete('cascade'))
    .addColumn('parent_effect', 'text')
    .addColumn('parent_step', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  const active = sql<boolean>`status = ${sql.lit('active')}`;
  const pair = ['account', 'contact', 'channel'] as const;
  await tx.schema
    .createIndex('executions_one_per_pair')
    .on('executions')
    .columns([...pair])
    .unique()
    .where(sql<boolean>`${active} and exclusive = ${sql.lit(1)}`)
    .execute();
  await tx.schema
    .createIndex('executions_beside_pair')
    .on('executions')
    .columns([...pair])
    .where(sql<boolean>`${active} and exclusive = ${sql.lit(0)}`)
    .execute();
  await tx.schema.createIndex('executions_due').on('executions').column('due_at').where(active).execute();
  const newest = ['flow', 'created_at', 'sid'] as const;
  await tx.schema
    .createIndex('executions_by_flow')
    .on('executions')
    .columns([...newest])
    .execute();
  await tx.schema
    .createIndex('executions_active_by_flow')
    .on('executions')
    .columns([...newest])
    .where(active)
    .execute();
  await tx.schema
    .createIndex('executions_by_parent')
    .on('executions')
    .column('parent')
    .where('parent', 'is not', null)
    .execute();
}

/** The steps of an execution are only ever reached through it, so one key finds, orders and counts them. */
async function createSteps(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('steps')
    .addColumn('execution', key, (column) =>
      column.notNull().references('executions.sid').onDelete('cascade'),
    )
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('sid', key, (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('transitioned_from', 'text', (column) => column.notNull())
    .addColumn('transitioned_to', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('steps_key', ['execution', 'seq'])
    .execute();
}

async function createJobs(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('jobs')
    .addColumn('key', key, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('execution', key, (column) =>
      column.notNull().references('executions.sid').onDelete('cascade'),
    )
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('jobs_by_lease').on('jobs').columns(['lease_until', 'run_at']).execute();
  await tx.schema.createIndex('jobs_by_execution').on('jobs').column('execution').execute();
}

async function createCarrier(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('addresses')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('addresses_once', ['account', 'address'])
    .execute();
  // The SIDs of messages and calls may come from a carrier, so they are unique within the account only.
  await tx.schema
    .createTable('messages')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('sid', key, (column) => column.notNull())
    .addColumn('flow', key)
    .addColumn('execution', key)
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('media', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reply_to', key)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('messages_key', ['account', 'sid'])
    .execute();
  await tx.schema
    .createIndex('messages_by_reply')
    .on('messages')
    .columns(['account', 'reply_to'])
    .where('reply_to', 'is not', null)
    .execute();
  await tx.schema
    .createTable('calls')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('sid', key, (column) => column.notNull())
    .addColumn('flow', key, (column) => column.notNull())
    .addColumn('execution', key, (column) => column.notNull())
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('effect', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addPrimaryKeyConstraint('calls_key', ['account', 'sid'])
    .execute();
  await tx.schema.createIndex('calls_by_execution').on('calls').column('execution').execute();
  for (const table of ['messages', 'calls'] as const) {
    const columns = ['account', 'created_at', 'sid'];
    await tx.schema.createIndex(`${table}_by_age`).on(table).columns(columns).execute();
  }
}

async function createTasks(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('tasks')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('flow', key, (column) => column.notNull())
    .addColumn('execution', key, (column) => column.notNull())
    .addColumn('effect', 'text', (column) => column.notNull())
    .addColumn('widget', 'text', (column) => column.notNull())
    .addColumn('workflow', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addColumn('priority', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  await tx.schema.createIndex('tasks_by_age').on('tasks').columns(['account', 'sid']).execute();
}
