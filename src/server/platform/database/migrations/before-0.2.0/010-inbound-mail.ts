/** Received emails and their posts to webhooks. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const inboundMail: Migration = {
  name: '010-inbound-mail',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createParts(tx, columns);
    await createMails(tx, columns);
    await createAttempts(tx, columns);
  },
};

/** Written while the mail is still coming in, so nothing can vouch for them yet. */
async function createParts(tx: Queries, { key, bytes }: Columns): Promise<void> {
  await tx.schema
    .createTable('inbound_parts')
    .addColumn('content', key, (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('inbound_parts_pkey', ['content', 'seq'])
    .execute();
  await tx.schema
    .createIndex('inbound_parts_by_age')
    .on('inbound_parts')
    .columns(['seq', 'created_at'])
    .execute();
}

async function createMails(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('inbound_mails')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('region', key, (column) => column.notNull())
    .addColumn('hostname', key, (column) => column.notNull())
    .addColumn('content', key, (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addColumn('client_ip', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('inbound_mails_by_owner')
    .on('inbound_mails')
    .columns(['account', 'region', 'status', 'received_at', 'id'])
    .execute();
  await tx.schema
    .createIndex('inbound_mails_by_hostname')
    .on('inbound_mails')
    .columns(['hostname', 'received_at', 'id'])
    .execute();
  await tx.schema.createIndex('inbound_mails_by_content').on('inbound_mails').column('content').execute();
  await tx.schema
    .createIndex('inbound_mails_by_age')
    .on('inbound_mails')
    .columns(['account', 'received_at'])
    .execute();
}

async function createAttempts(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('inbound_attempts')
    .addColumn('mail', key, (column) => column.notNull().references('inbound_mails.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('response', 'text')
    .addColumn('next_at', 'bigint')
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('inbound_attempts_pkey', ['mail', 'number'])
    .execute();
}
