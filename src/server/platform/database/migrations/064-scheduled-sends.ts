/** Batches of emails that are paused or cancelled. */

import type { Migration } from './migration.ts';

export const scheduledSends: Migration = {
  name: '064-scheduled-sends',
  locks: 'nothing: the table is new.',
  async up({ schema }, { key }) {
    await schema
      .createTable('scheduled_sends')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('batch_id', key, (column) => column.notNull())
      .addColumn('status', key, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scheduled_sends_pkey', ['account', 'region', 'batch_id'])
      .execute();
  },
};
