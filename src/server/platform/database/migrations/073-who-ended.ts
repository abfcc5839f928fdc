/** Who ended an execution, and who began the batch or the publication that ends many. */

import type { Migration } from './migration.ts';

export const whoEnded: Migration = {
  name: '073-who-ended',
  locks:
    '`executions`, `execution_batches` and `execution_endings`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up({ schema }) {
    await schema.alterTable('executions').addColumn('ended_by', 'text').execute();
    for (const table of ['execution_batches', 'execution_endings'])
      await schema.alterTable(table).addColumn('begun_by', 'text').execute();
  },
};
