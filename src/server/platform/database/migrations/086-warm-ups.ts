/** Since when a sending domain is warmed up, and how much of its email was sent on a day. */

import { hotKey } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

export const warmUps: Migration = {
  name: '086-warm-ups',
  locks: '`sending_domains`, against reads and writes, for a moment: it gets a column without a value.',
  servedSince: anyVersion,
  async up(tx, { key, inOrder }) {
    await tx.schema.alterTable('sending_domains').addColumn('warm_up_since', 'bigint').execute();
    await tx.schema
      .createTable('warm_up_counts')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('shard', 'smallint', (column) => column.notNull())
      .addColumn('region', key, (column) => column.notNull())
      .addColumn('domain', 'integer', (column) => column.notNull())
      .addColumn('day', key, (column) => column.notNull())
      .addColumn('sent', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('warm_up_counts_pkey', hotKey(tx, ['account', 'region', 'domain']))
      .modifyEnd(inOrder)
      .execute();
  },
};
