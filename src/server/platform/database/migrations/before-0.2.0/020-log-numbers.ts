/** The turn log's numbers go on after the database was restored in another place. */

import type { Columns, Migration } from '../migration.ts';

export const logNumbers: Migration = {
  name: '020-log-numbers',
  locks: 'Nothing: it only creates a table.',
  async up(tx, { inOrder }: Columns) {
    await tx.schema
      .createTable('log_numbers')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('lead', 'bigint', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('noted_by', 'bigint', (column) => column.notNull())
      .modifyEnd(inOrder)
      .execute();
    await tx.insertInto('log_numbers').values({ id: 1, lead: 0, place: '', noted_by: 0 }).execute();
  },
};
