/** Verdicts about the senders of received email, and how many emails an account has sent in a month. */

import type { Migration } from '../migration.ts';

export const emailDocuments: Migration = {
  name: '022-email-documents',
  locks: '`inbound_mails` against everything, for a moment.',
  async up(tx, { key }) {
    for (const column of ['helo', 'spf', 'dkim']) {
      await tx.schema.alterTable('inbound_mails').addColumn(column, 'text').execute();
    }
    await tx.schema
      .createTable('email_quotas')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('month', key, (column) => column.notNull())
      .addColumn('recipients', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('email_quotas_pkey', ['account', 'month'])
      .execute();
  },
};
