/** Service endpoints, chat channels, sync objects, and authors in conversations. */

import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const services: Migration = {
  name: '005-services',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createEndpoints(tx, columns);
    await createChat(tx, columns);
    await createSync(tx, columns);
    await createAuthors(tx, columns);
  },
};

async function createEndpoints(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('service_endpoints')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('kind', key, (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('trial', 'text')
    .addColumn('trial_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('service_endpoints_key', ['account', 'kind'])
    .execute();
}

async function createChat(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('chat_channels')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('flow', key, (column) => column.notNull())
    .addColumn('execution', key, (column) => column.notNull())
    .addColumn('friendly_name', 'text', (column) => column.notNull())
    .addColumn('unique_name', key)
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('attributes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addUniqueConstraint('chat_channels_once', ['account', 'unique_name'])
    .execute();
  await tx.schema
    .createIndex('chat_channels_by_age')
    .on('chat_channels')
    .columns(['account', 'sid'])
    .execute();
  await tx.schema
    .createTable('chat_members')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull())
    .addColumn('channel', key, (column) =>
      column.notNull().references('chat_channels.sid').onDelete('cascade'),
    )
    .addColumn('execution', key, (column) => column.notNull())
    .addColumn('identity', key, (column) => column.notNull())
    .addColumn('friendly_name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('chat_members_once', ['channel', 'identity'])
    .execute();
}

async function createSync(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('sync_objects')
    .addColumn('sid', key, (column) => column.primaryKey())
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('name', key, (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint')
    .addUniqueConstraint('sync_objects_once', ['account', 'name'])
    .execute();
  await tx.schema.createIndex('sync_objects_by_age').on('sync_objects').columns(['account', 'sid']).execute();
}

async function createAuthors(tx: Queries, { key }: Columns): Promise<void> {
  await tx.schema
    .createTable('conversation_authors')
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('conversation', key, (column) => column.notNull())
    .addColumn('author', key, (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_authors_key', ['account', 'conversation', 'author'])
    .execute();
}
