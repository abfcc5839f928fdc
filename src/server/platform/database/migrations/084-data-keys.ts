/** Keys that data of contacts is encrypted with. */

import { anyVersion, type Migration } from './migration.ts';

export const dataKeys: Migration = {
  name: '084-data-keys',
  locks: 'nothing: the table is new.',
  servedSince: anyVersion,
  async up({ schema }) {
    await schema
      .createTable('data_keys')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
