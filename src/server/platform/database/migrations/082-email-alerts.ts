/** Alerts of the email API: statistics by email, and much of the limit of a month used. */

import { anyVersion, type Migration } from './migration.ts';

export const emailAlerts: Migration = {
  name: '082-email-alerts',
  locks: 'nothing: the table is new.',
  servedSince: anyVersion,
  async up({ schema }, { key }) {
    await schema
      .createTable('email_alerts')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('id', 'integer', (column) => column.notNull())
      .addColumn('type', key, (column) => column.notNull())
      .addColumn('email_to', 'text', (column) => column.notNull())
      .addColumn('frequency', key)
      .addColumn('percentage', 'smallint')
      .addColumn('next_at', 'bigint')
      .addColumn('told_month', key)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('email_alerts_pkey', ['account', 'region', 'id'])
      .execute();
  },
};
