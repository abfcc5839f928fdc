/** The head of each chain of the audit log that was signed last, so that every backup and dump has it. */

import { anyVersion, type Migration } from './migration.ts';

export const headsOfTheAuditLog: Migration = {
  name: '092-heads-of-the-audit-log',
  locks: '`audit_chains`, against reads and writes, for a moment: it gets a column without a value.',
  servedSince: anyVersion,
  async up(tx) {
    await tx.schema.alterTable('audit_chains').addColumn('head', 'text').execute();
  },
};
