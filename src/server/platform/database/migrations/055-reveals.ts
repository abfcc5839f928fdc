/** Reveals: which person sees the personal data of which execution, and until when. */

import type { Migration } from './migration.ts';

export const reveals: Migration = {
  name: '055-reveals',
  locks: 'Nothing: the table is new.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('reveals')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('execution', key, (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('reveals_key', ['account', 'person', 'execution'])
      .execute();
    await tx.schema.createIndex('reveals_by_end').on('reveals').column('expires_at').execute();
  },
};
