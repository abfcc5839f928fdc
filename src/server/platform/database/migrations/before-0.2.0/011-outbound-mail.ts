/** Sent emails: messages, attachments, and the status of each recipient. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const outboundMail: Migration = {
  name: '011-outbound-mail',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createMails(tx, columns);
    await createParts(tx, columns);
    await createRecipients(tx, columns);
  },
};

async function createMails(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('outbound_mails')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('shared', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('outbound_mails_by_age')
    .on('outbound_mails')
    .columns(['account', 'created_at'])
    .execute();
}

async function createParts(tx: Queries, { key, bytes }: Columns): Promise<void> {
  await tx.schema
    .createTable('outbound_personalizations')
    .addColumn('mail', key, (column) => column.notNull().references('outbound_mails.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('outbound_personalizations_pkey', ['mail', 'number'])
    .execute();
  await tx.schema
    .createTable('outbound_attachments')
    .addColumn('mail', key, (column) => column.notNull().references('outbound_mails.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('inline', 'integer', (column) => column.notNull())
    .addColumn('content_id', 'text')
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('outbound_attachments_pkey', ['mail', 'number'])
    .execute();
}

async function createRecipients(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('outbound_recipients')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('mail', key, (column) => column.notNull().references('outbound_mails.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('personalization', 'integer', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('status', key, (column) => column.notNull())
    .addColumn('in_mailbox', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .addColumn('send_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addUniqueConstraint('outbound_recipients_once', ['mail', 'number'])
    .execute();
  await tx.schema
    .createIndex('outbound_recipients_by_owner')
    .on('outbound_recipients')
    .columns(['account', 'region', 'sid'])
    .execute();
}
