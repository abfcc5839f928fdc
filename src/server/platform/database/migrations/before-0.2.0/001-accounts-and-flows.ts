/** Accounts and how they sign in; flows, their revisions and test users. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const accountsAndFlows: Migration = {
  name: '001-accounts-and-flows',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createAccounts(tx, columns);
    await createFlows(tx, columns);
  },
};

async function createAccounts(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('accounts')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const table of ['sign_in_links', 'sessions'] as const) {
    await tx.schema
      .createTable(table)
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn(table === 'sessions' ? 'created_at' : 'used_at', 'bigint')
      .execute();
    await tx.schema.createIndex(`${table}_by_expiry`).on(table).column('expires_at').execute();
  }
}

async function createFlows(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('flows')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('author', 'text')
    .addColumn('friendly_name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('published_revision', 'integer')
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .execute();
  await tx.schema.createIndex('flows_by_account').on('flows').columns(['account', 'sid']).execute();
  await tx.schema
    .createTable('revisions')
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('author', 'text')
    .addColumn('friendly_name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('commit_message', 'text')
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('revisions_key', ['flow', 'revision'])
    .execute();
  await tx.schema
    .createTable('test_users')
    .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('test_users_key', ['flow', 'position'])
    .execute();
  await tx.schema
    .createIndex('test_users_by_identity')
    .on('test_users')
    .columns(['flow', 'identity'])
    .execute();
}
