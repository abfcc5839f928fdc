/** What people say about flows (docs/decisions/050). */

import type { Migration } from '../migration.ts';

export const flowComments: Migration = {
  name: '035-flow-comments',
  locks: '`accounts` and `flows` against writes, for a moment.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('flow_comments')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('thread', key)
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('author', key)
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('widget', 'text')
      .addColumn('widget_name', 'text')
      .addColumn('x', 'integer')
      .addColumn('y', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('edited_at', 'bigint')
      .addColumn('resolved_at', 'bigint')
      .addColumn('resolved_by_name', 'text')
      .execute();
    await tx.schema
      .createIndex('flow_comments_by_flow')
      .on('flow_comments')
      .columns(['flow', 'sid'])
      .execute();
    await tx.schema
      .createIndex('flow_comments_by_account')
      .on('flow_comments')
      .columns(['account'])
      .execute();
  },
};
