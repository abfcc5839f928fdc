/** An execution knows the number of its newest entry in the turn log, so that a turn need not look for it (docs/decisions/060). */

import type { Migration } from '../migration.ts';

export const logNumberOfExecutions: Migration = {
  name: '046-log-number-of-executions',
  locks: 'executions, against reads and writes, for a moment: the column is added without writing the rows.',
  async up(tx) {
    await tx.schema
      .alterTable('executions')
      .addColumn('log_number', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
