/** Carriers of accounts, and the status of messages and calls that went through them. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const carriers: Migration = {
  name: '004-carriers',
  locks:
    '`addresses`, `messages` and `calls` exclusively for an instant; `messages` against writes while one index is built, in a time that grows with its rows.',
  async up(tx, columns) {
    await createCarriers(tx, columns);
    await widenTraffic(tx, columns);
  },
};

async function createCarriers(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('carriers')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('base_url', 'text', (column) => column.notNull())
    .addColumn('carrier_account', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('checks_signatures', 'integer', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('checked_at', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  await tx.schema.createIndex('carriers_by_account').on('carriers').columns(['account', 'sid']).execute();
  await tx.schema
    .createIndex('carriers_by_default')
    .on('carriers')
    .column('account')
    .unique()
    .where(sql<boolean>`is_default = 1`)
    .execute();
  await tx.schema
    .createTable('carrier_attempts')
    .addColumn('key', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function widenTraffic(tx: Queries, { key }: Columns): Promise<void> {
  for (const table of ['addresses', 'messages', 'calls'] as const) {
    await tx.schema.alterTable(table).addColumn('carrier', key).execute();
  }
  await tx.schema.alterTable('messages').addColumn('effect', 'text').execute();
  await tx.schema.alterTable('messages').addColumn('content', 'text').execute();
  await tx.schema.alterTable('messages').addColumn('error_code', 'text').execute();
  await tx.schema.alterTable('messages').addColumn('updated_at', 'bigint').execute();
  await tx.schema
    .createIndex('messages_by_effect')
    .on('messages')
    .columns(['execution', 'effect'])
    .where('effect', 'is not', null)
    .execute();
}
