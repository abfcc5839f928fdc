/** Alerts with their rules, and what they are judged by: starts, ends and failures of each flow by hour. */

import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import type { Columns, Migration } from './migration.ts';

export const alerts: Migration = {
  name: '076-alerts',
  locks: 'nothing: the tables are new.',
  async up(tx, columns) {
    await createFlowActivity(tx, columns);
    await createRules(tx, columns);
    await createAlerts(tx, columns);
  },
};

async function createFlowActivity({ schema }: Queries, { key, inOrder }: Columns): Promise<void> {
  await schema
    .createTable('flow_hours')
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('started', 'integer', (column) => column.notNull())
    .addColumn('ended', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('flow_hours_pkey', ['flow', 'hour'])
    .modifyEnd(inOrder)
    .execute();
  await schema.createIndex('flow_hours_by_hour').on('flow_hours').column('hour').execute();
  await schema
    .createTable('flow_watches')
    .addColumn('flow', key, (column) => column.primaryKey().references('flows.sid').onDelete('cascade'))
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('last_start_at', 'bigint', (column) => column.notNull())
    .addColumn('check_at', 'bigint', (column) => column.notNull())
    .modifyEnd(inOrder)
    .execute();
  await schema.createIndex('flow_watches_by_check').on('flow_watches').column('check_at').execute();
  await schema.createIndex('flow_watches_by_account').on('flow_watches').column('account').execute();
}

async function createRules({ schema }: Queries, { key }: Columns): Promise<void> {
  await schema
    .createTable('alert_rules')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('flow', key, (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('threshold', 'integer')
    .addColumn('targets', 'text')
    .addColumn('repeat_minutes', 'integer')
    .addColumn('tells_end', 'integer')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_rules_pkey', ['account', 'kind', 'flow'])
    .execute();
}

async function createAlerts({ schema }: Queries, { key }: Columns): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('subject', key, (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('found', 'integer', (column) => column.notNull())
    .addColumn('missed', 'integer', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('opened_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('acknowledged_by', 'text')
    .addColumn('silenced_until', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('told', 'integer', (column) => column.notNull())
    .execute();
  const active = sql<boolean>`ended_at is null`;
  await schema
    .createIndex('alerts_one_per_subject')
    .on('alerts')
    .columns(['account', 'kind', 'subject'])
    .unique()
    .where(active)
    .execute();
  await schema.createIndex('alerts_by_account').on('alerts').columns(['account', 'sid']).execute();
  await schema.createIndex('alerts_by_end').on('alerts').column('ended_at').execute();
}
