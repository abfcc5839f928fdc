/** Statistics of sent emails: a counter in several slots for each day, category and metric; and the categories that are counted. */

import { hotKey } from '../dialect.ts';
import type { Migration } from './migration.ts';

export const emailStatistics: Migration = {
  name: '067-email-statistics',
  locks: 'nothing: the tables are new.',
  async up(tx, { key, inOrder }) {
    await tx.schema
      .createTable('email_stats')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('shard', 'smallint', (column) => column.notNull())
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('day', key, (column) => column.notNull())
      .addColumn('category', key, (column) => column.notNull())
      .addColumn('metric', key, (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('total', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(
        'email_stats_pkey',
        hotKey(tx, ['account', 'region', 'category', 'day', 'metric', 'slot']),
      )
      .modifyEnd(inOrder)
      .execute();
    await tx.schema
      .createTable('email_categories')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('shard', 'smallint', (column) => column.notNull())
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('category', key, (column) => column.notNull())
      .addPrimaryKeyConstraint('email_categories_pkey', hotKey(tx, ['account', 'region', 'category']))
      .modifyEnd(inOrder)
      .execute();
  },
};
