/** Who gets in: the proof of a host name for inbound email, and API keys of accounts. */

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const access: Migration = {
  name: '017-access',
  locks: 'parse_settings, against reads and writes; it has a few rows for each account.',
  async up(tx, { key }) {
    await tx.schema.alterTable('parse_settings').addColumn('proven_at', 'bigint').execute();
    // Email to host names that are in use goes on being received.
    await sql`update parse_settings set proven_at = created_at`.execute(tx);
    await tx.schema
      .createTable('account_keys')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('account_keys_by_account')
      .on('account_keys')
      .columns(['account', 'sid'])
      .execute();
  },
};
