/** Domains that email is sent from, and the DKIM keys that sign it. */

import type { Migration } from './migration.ts';

export const sendingDomains: Migration = {
  name: '069-sending-domains',
  locks: 'nothing: the tables are new.',
  async up({ schema }, { key }) {
    await schema
      .createTable('sending_domains')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('domain', key, (column) => column.notNull())
      .addColumn('subdomain', 'text', (column) => column.notNull())
      .addColumn('selector', 'text', (column) => column.notNull())
      .addColumn('custom_spf', 'integer', (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull())
      .addColumn('signing', 'integer', (column) => column.notNull())
      .addColumn('signs', 'integer', (column) => column.notNull())
      .addColumn('returns', 'integer', (column) => column.notNull())
      .addColumn('checks', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sending_domains_pkey', ['account', 'region', 'id'])
      .addUniqueConstraint('sending_domains_domain', ['account', 'region', 'domain'])
      .execute();
    await schema.createIndex('sending_domains_by_domain').on('sending_domains').column('domain').execute();
    await schema
      .createTable('dkim_keys')
      .addColumn('account', key, (column) => column.notNull())
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('domain', 'integer', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('private_key', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('signing_since', 'bigint')
      .addColumn('retired_at', 'bigint')
      .addPrimaryKeyConstraint('dkim_keys_pkey', ['account', 'region', 'domain', 'number'])
      .addForeignKeyConstraint(
        'dkim_keys_domain',
        ['account', 'region', 'domain'],
        'sending_domains',
        ['account', 'region', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
  },
};
