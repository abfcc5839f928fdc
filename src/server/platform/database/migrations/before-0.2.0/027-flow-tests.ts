/** Tests that are kept with flows. */

import type { Migration } from '../migration.ts';

export const flowTests: Migration = {
  name: '027-flow-tests',
  locks: '`accounts` and `flows` against writes, for a moment.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('flow_tests')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('flow_tests_by_name', ['flow', 'name'])
      .execute();
    await tx.schema.createIndex('flow_tests_by_account').on('flow_tests').columns(['account']).execute();
  },
};
