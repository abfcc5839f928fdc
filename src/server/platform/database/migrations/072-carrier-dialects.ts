/** The dialect of a carrier, with the key of its posts, its application, and why its connection failed. */

import type { Migration } from './migration.ts';

export const carrierDialects: Migration = {
  name: '072-carrier-dialects',
  locks:
    '`carriers`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx) {
    const { schema } = tx;
    await schema
      .alterTable('carriers')
      .addColumn('dialect', 'text', (column) => column.notNull().defaultTo('default'))
      .execute();
    for (const column of ['signing_key', 'application', 'failure'])
      await schema.alterTable('carriers').addColumn(column, 'text').execute();
  },
};
