/** Erasures of a contact's data, with the certificate of each. */

import { anyVersion, type Migration } from './migration.ts';

export const erasures: Migration = {
  name: '080-erasures',
  locks: 'nothing: the table is new.',
  servedSince: anyVersion,
  async up({ schema }, { key }) {
    await schema
      .createTable('erasures')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('digests', 'text', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('phase', 'integer', (column) => column.notNull())
      .addColumn('position', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .addColumn('certificate', 'text')
      .addColumn('signature', 'text')
      .addColumn('public_key', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('completed_at', 'bigint')
      .execute();
    await schema.createIndex('erasures_by_account').on('erasures').columns(['account', 'sid']).execute();
  },
};
