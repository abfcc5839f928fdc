/** Templates of emails, and their versions. */

import type { Migration } from './migration.ts';

export const emailTemplates: Migration = {
  name: '062-email-templates',
  locks: 'nothing: the tables are new.',
  async up(tx, { key }) {
    const { schema } = tx;
    await schema
      .createTable('email_templates')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('email_templates_by_owner')
      .on('email_templates')
      .columns(['account', 'region', 'created_at', 'id'])
      .execute();
    await schema
      .createTable('email_template_versions')
      .addColumn('id', key, (column) => column.primaryKey())
      .addColumn('template', key, (column) =>
        column.notNull().references('email_templates.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('html_content', 'text', (column) => column.notNull())
      .addColumn('plain_content', 'text', (column) => column.notNull())
      .addColumn('generate_plain_content', 'integer', (column) => column.notNull())
      .addColumn('editor', 'text', (column) => column.notNull())
      .addColumn('test_data', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createIndex('email_template_versions_by_template')
      .on('email_template_versions')
      .columns(['template', 'created_at', 'id'])
      .execute();
  },
};
