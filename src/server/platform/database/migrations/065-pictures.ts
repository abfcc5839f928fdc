/** Pictures of people, and who made the newest edit of a flow and its kept tests: by the SID a picture is found. */

import type { Migration } from './migration.ts';

export const pictures: Migration = {
  name: '065-pictures',
  locks:
    '`working_copies` and `flow_tests`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx, { key, bytes }) {
    await tx.schema
      .createTable('person_pictures')
      .addColumn('person', key, (column) => column.primaryKey().references('people.sid').onDelete('cascade'))
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('png', bytes, (column) => column.notNull())
      .execute();
    await tx.schema.alterTable('working_copies').addColumn('edited_by_sid', key).execute();
    await tx.schema.alterTable('flow_tests').addColumn('author', key).execute();
    await tx.schema.alterTable('flow_tests').addColumn('author_name', 'text').execute();
  },
};
