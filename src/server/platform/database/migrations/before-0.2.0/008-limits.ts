/** Rate limits of starts across processes, and the account as the settings last had it. */

import type { Migration } from '../migration.ts';

export const limits: Migration = {
  name: '008-limits',
  locks: 'Nothing: it only creates tables.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('start_counts')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('door', key, (column) => column.notNull())
      .addColumn('second', 'bigint', (column) => column.notNull())
      .addColumn('taken', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('start_counts_pkey', ['account', 'door', 'second'])
      .execute();
    await tx.schema
      .createTable('configured_tokens')
      .addColumn('account', key, (column) =>
        column.primaryKey().references('accounts.sid').onDelete('cascade'),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .execute();
  },
};
