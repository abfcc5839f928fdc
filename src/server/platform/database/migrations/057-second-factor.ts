/** Second factors, recovery codes and passkeys of people; when a session was confirmed. */

import type { Migration } from './migration.ts';

export const secondFactor: Migration = {
  name: '057-second-factor',
  locks: '`sessions`, against reads and writes, for a moment: the column is added without writing the rows.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('second_factors')
      .addColumn('person', key, (column) => column.primaryKey().references('people.sid').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('enabled_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('wrong', 'bigint', (column) => column.notNull())
      .addColumn('wrong_since', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable('recovery_codes')
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('code_hash', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['person', 'code_hash'])
      .execute();
    await tx.schema
      .createTable('passkeys')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('credential', key, (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('is_synced', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await tx.schema.createIndex('passkeys_by_person').on('passkeys').column('person').execute();
    await tx.schema
      .createTable('used_challenges')
      .addColumn('challenge_hash', key, (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute();
  },
};
