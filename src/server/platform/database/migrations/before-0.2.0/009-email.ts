/** Keys, settings and statistics of the email service. */

import type { CreateTableBuilder } from 'kysely';
import type { Queries } from '../../database.ts';
import type { Columns, Migration } from '../migration.ts';

export const email: Migration = {
  name: '009-email',
  locks: 'Nothing: it only creates tables.',
  async up(tx, columns) {
    await createKeys(tx, columns);
    await createWebhooks(tx, columns);
    await createParse(tx, columns);
    await createSuppressions(tx, columns);
    await tx.schema
      .createTable('email_rate_windows')
      .addColumn('subject', columns.key, (column) => column.notNull())
      .addColumn('endpoint', columns.key, (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('taken', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('email_rate_windows_pkey', ['subject', 'endpoint'])
      .execute();
  },
};

/** A table whose rows belong to an account in a region. */
function owned<T extends string>(tx: Queries, { key }: Columns, table: T): CreateTableBuilder<T, string> {
  return tx.schema
    .createTable(table)
    .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
    .addColumn('region', key, (column) => column.notNull());
}

async function createKeys(tx: Queries, columns: Columns): Promise<void> {
  await owned(tx, columns, 'email_keys')
    .addColumn('id', columns.key, (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text')
    .addColumn('key_hash', columns.key, (column) => column.notNull().unique())
    .addColumn('configured', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await tx.schema
    .createIndex('email_keys_by_owner')
    .on('email_keys')
    .columns(['account', 'region', 'created_at', 'id'])
    .execute();
}

const secured = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn('oauth_client_id', 'text')
    .addColumn('oauth_client_secret', 'text')
    .addColumn('oauth_token_url', 'text')
    .addColumn('public_key', 'text')
    .addColumn('private_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull());

async function createWebhooks(tx: Queries, columns: Columns): Promise<void> {
  await secured(
    owned(tx, columns, 'event_webhooks')
      .addColumn('id', columns.key, (column) => column.primaryKey())
      .addColumn('url', columns.key, (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('friendly_name', 'text')
      .addColumn('kinds', 'text', (column) => column.notNull())
      .addUniqueConstraint('event_webhooks_by_url', ['account', 'region', 'url']),
  ).execute();
  await secured(
    owned(tx, columns, 'webhook_policies')
      .addColumn('id', columns.key, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('oauth_scopes', 'text', (column) => column.notNull()),
  ).execute();
  await tx.schema
    .createIndex('webhook_policies_by_owner')
    .on('webhook_policies')
    .columns(['account', 'region', 'created_at'])
    .execute();
}

async function createParse(tx: Queries, columns: Columns): Promise<void> {
  await owned(tx, columns, 'parse_settings')
    .addColumn('hostname', columns.key, (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('spam_check', 'integer', (column) => column.notNull())
    .addColumn('send_raw', 'integer', (column) => column.notNull())
    .addColumn('security_policy', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createIndex('parse_settings_by_owner')
    .on('parse_settings')
    .columns(['account', 'region', 'hostname'])
    .execute();
  await owned(tx, columns, 'parse_stats')
    .addColumn('day', columns.key, (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('parse_stats_pkey', ['account', 'region', 'day'])
    .execute();
}

async function createSuppressions(tx: Queries, columns: Columns): Promise<void> {
  await owned(tx, columns, 'suppressions')
    .addColumn('list', columns.key, (column) => column.notNull())
    .addColumn('email', columns.key, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('suppressions_pkey', ['account', 'region', 'email', 'list'])
    .execute();
  await tx.schema
    .createIndex('suppressions_by_age')
    .on('suppressions')
    .columns(['account', 'region', 'list', 'created_at', 'email'])
    .execute();
  await owned(tx, columns, 'suppression_groups')
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('suppression_groups_pkey', ['account', 'region', 'id'])
    .execute();
  await owned(tx, columns, 'group_suppressions')
    .addColumn('group_id', 'bigint', (column) => column.notNull())
    .addColumn('email', columns.key, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('group_suppressions_pkey', ['account', 'region', 'email', 'group_id'])
    .addForeignKeyConstraint(
      'group_suppressions_group',
      ['account', 'region', 'group_id'],
      'suppression_groups',
      ['account', 'region', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}
