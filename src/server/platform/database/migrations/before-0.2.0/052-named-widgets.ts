/** Tests and comments of flows say which widgets their texts name, and so follow renames (docs/decisions/064). */

import type { Migration } from '../migration.ts';

export const namedWidgets: Migration = {
  name: '052-named-widgets',
  locks:
    '`flow_tests` and `flow_comments`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx) {
    for (const table of ['flow_tests', 'flow_comments'])
      await tx.schema.alterTable(table).addColumn('named_widgets', 'text').execute();
  },
};
