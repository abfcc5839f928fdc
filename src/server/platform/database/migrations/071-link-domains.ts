/** Host names of accounts that the links of their emails have. */

import type { Migration } from './migration.ts';

export const linkDomains: Migration = {
  name: '071-link-domains',
  locks: 'nothing: the table is new.',
  async up({ schema }, { key }) {
    await schema
      .createTable('link_domains')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('domain', key, (column) => column.notNull())
      .addColumn('subdomain', key, (column) => column.notNull())
      .addColumn('is_default', 'integer', (column) => column.notNull())
      .addColumn('valid', 'integer', (column) => column.notNull())
      .addColumn('checks', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('link_domains_pkey', ['account', 'region', 'id'])
      .addUniqueConstraint('link_domains_host', ['account', 'region', 'domain', 'subdomain'])
      .execute();
  },
};
