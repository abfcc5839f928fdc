/** People: members of accounts, invitations, links to a new password; whose a session or an API key is. */

import type { Migration } from './migration.ts';

export const people: Migration = {
  name: '053-people',
  locks:
    '`sessions` and `account_keys`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('people')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('email', key, (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable('members')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('blocked_at', 'bigint')
      .addColumn('seen_at', 'bigint')
      .addPrimaryKeyConstraint('members_key', ['account', 'person'])
      .execute();
    await tx.schema.createIndex('members_by_person').on('members').columns(['person', 'account']).execute();
    await tx.schema
      .createTable('invitations')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('email', key, (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('invited_by', 'text')
      .addColumn('token_hash', key, (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('invitations_once', ['account', 'email'])
      .execute();
    await tx.schema
      .createTable('password_links')
      .addColumn('person', key, (column) => column.primaryKey().references('people.sid').onDelete('cascade'))
      .addColumn('token_hash', key, (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .alterTable('sessions')
      .addColumn('person', key, (column) => column.references('people.sid').onDelete('cascade'))
      .execute();
    await tx.schema.alterTable('sessions').addColumn('device', 'text').execute();
    await tx.schema.alterTable('sessions').addColumn('seen_at', 'bigint').execute();
    await tx.schema.createIndex('sessions_by_person').on('sessions').column('person').execute();
    // Keys from before may do what the account may.
    await tx.schema
      .alterTable('account_keys')
      .addColumn('role', 'text', (column) => column.notNull().defaultTo('owner'))
      .execute();
    await tx.schema.alterTable('account_keys').addColumn('made_by', key).execute();
  },
};
