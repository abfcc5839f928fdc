/** Senders whose address was verified by a link, and accounts that send from known senders only. */

import type { Migration } from './migration.ts';

export const verifiedSenders: Migration = {
  name: '074-verified-senders',
  locks: 'nothing: the tables are new.',
  async up({ schema }, { key }) {
    await schema
      .createTable('verified_senders')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('from_email', key, (column) => column.notNull())
      .addColumn('profile', 'text', (column) => column.notNull())
      .addColumn('verified_at', 'bigint')
      .addColumn('token_hash', key)
      .addColumn('link_sent_at', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('verified_senders_pkey', ['account', 'region', 'id'])
      .addUniqueConstraint('verified_senders_address', ['account', 'region', 'from_email'])
      .execute();
    await schema
      .createIndex('verified_senders_by_token')
      .on('verified_senders')
      .column('token_hash')
      .execute();
    await schema
      .createTable('sender_rules')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('known_only', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('sender_rules_pkey', ['account', 'region'])
      .execute();
  },
};
