/** Where carriers have their conversations, and the short links of messages with their visits. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const conversationsAndShortLinks: Migration = {
  name: '021-conversations-and-short-links',
  locks: '`carriers` exclusively for an instant.',
  async up(tx, columns) {
    await tx.schema.alterTable('carriers').addColumn('conversations_url', 'text').execute();
    await createShortLinks(tx, columns);
  },
};

async function createShortLinks(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('short_links')
    .addColumn('id', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('execution', key, (column) =>
      column.notNull().references('executions.sid').onDelete('cascade'),
    )
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('clicks', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('clicked_at', 'bigint')
    .execute();
  await tx.schema.createIndex('short_links_by_execution').on('short_links').column('execution').execute();
}
