/** What all email of an account has where a request does not say otherwise: tracking, and a footer. */

import { anyVersion, type Migration } from './migration.ts';

export const sendingSettings: Migration = {
  name: '081-sending-settings',
  locks: 'nothing: the table is new.',
  servedSince: anyVersion,
  async up({ schema }, { key }) {
    await schema
      .createTable('sending_settings')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('name', key, (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sending_settings_pkey', ['account', 'region', 'name'])
      .execute();
  },
};
