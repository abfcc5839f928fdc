/** Retention of personal data: purged executions, each account’s period, and maintenance tasks. */

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const retention: Migration = {
  name: '007-retention',
  locks:
    '`executions` exclusively for an instant; `executions`, `messages`, `tasks`, `chat_channels` and `chat_members` against writes while their indexes are built, in a time that grows with their rows.',
  async up(tx, { key }) {
    await tx.schema.alterTable('executions').addColumn('purged_at', 'bigint').execute();
    await tx.schema
      .createIndex('executions_by_removal')
      .on('executions')
      .columns(['account', 'purged_at', 'created_at'])
      .execute();
    await tx.schema
      .createIndex('messages_with_content')
      .on('messages')
      .columns(['execution', 'created_at'])
      .where(sql<boolean>`recipient <> ${sql.lit('')}`)
      .execute();
    for (const table of ['tasks', 'chat_channels', 'chat_members'] as const) {
      await tx.schema.createIndex(`${table}_by_execution`).on(table).column('execution').execute();
    }
    await tx.schema
      .createTable('retention_settings')
      .addColumn('account', key, (column) =>
        column.primaryKey().references('accounts.sid').onDelete('cascade'),
      )
      .addColumn('period_ms', 'bigint', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable('chores')
      .addColumn('name', key, (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('outcome', 'text')
      .execute();
  },
};
