/** Whether the working copy of a flow is valid is stored with it, so that no list of flows reads definitions. */

import { anyVersion, type Migration } from './migration.ts';

export const verdictsOfFlows: Migration = {
  name: '094-verdicts-of-flows',
  locks:
    '`flows`, against reads and writes, for a moment: it gets a column without a value. Flows are checked when their account lists them.',
  servedSince: anyVersion,
  async up(tx) {
    await tx.schema.alterTable('flows').addColumn('verdict', 'text').execute();
  },
};
