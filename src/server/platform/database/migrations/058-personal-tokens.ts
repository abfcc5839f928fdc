/** Keys that are personal tokens of members, their scopes and their end; when a key was last used. */

import type { Migration } from './migration.ts';

export const personalTokens: Migration = {
  name: '058-personal-tokens',
  locks:
    '`account_keys`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx) {
    await tx.schema
      .alterTable('account_keys')
      .addColumn('personal', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('account_keys').addColumn('scopes', 'text').execute();
    await tx.schema.alterTable('account_keys').addColumn('expires_at', 'bigint').execute();
    await tx.schema.alterTable('account_keys').addColumn('last_used_at', 'bigint').execute();
  },
};
