/** How a session proved who it is besides a password; whether an account requires that. */

import type { Migration } from './migration.ts';

export const requiredSecondFactor: Migration = {
  name: '060-required-second-factor',
  locks:
    '`sessions` and `sign_in_settings`, against reads and writes, for a moment: the columns are added without writing the rows; then the sessions that have another proof are written.',
  async up(tx) {
    await tx.schema.alterTable('sessions').addColumn('proof', 'text').execute();
    await tx.schema
      .alterTable('sign_in_settings')
      .addColumn('second_factor', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    const factors = tx.selectFrom('second_factors').where('enabled_at', 'is not', null).select('person');
    await tx.updateTable('sessions').set({ proof: 'code' }).where('person', 'in', factors).execute();
    const byProvider = tx.selectFrom('provider_sessions').select('token_hash');
    await tx
      .updateTable('sessions')
      .set({ proof: 'provider' })
      .where('token_hash', 'in', byProvider)
      .execute();
  },
};
