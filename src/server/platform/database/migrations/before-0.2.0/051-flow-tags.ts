/** Flows get tags (docs/decisions/072). */

import type { Migration } from '../migration.ts';

export const flowTags: Migration = {
  name: '051-flow-tags',
  locks: 'flows, against reads and writes, for a moment: the column is added without writing the rows.',
  async up(tx) {
    await tx.schema
      .alterTable('flows')
      .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};
