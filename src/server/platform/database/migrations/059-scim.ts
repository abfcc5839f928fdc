/** Users and groups that identity providers push (SCIM), and the tokens by which they do. */

import type { Migration } from './migration.ts';

export const scim: Migration = {
  name: '059-scim',
  locks:
    '`identity_providers` and `people_groups`, against reads and writes, for a moment: the columns are added without writing the rows.',
  async up(tx, { key }) {
    const { schema } = tx;
    await schema.alterTable('identity_providers').addColumn('scim_token_hash', key).execute();
    await schema.alterTable('identity_providers').addColumn('scim_created_at', 'bigint').execute();
    await schema.alterTable('identity_providers').addColumn('scim_used_at', 'bigint').execute();
    await schema
      .createIndex('identity_providers_by_scim_token')
      .unique()
      .on('identity_providers')
      .column('scim_token_hash')
      .execute();
    await schema
      .alterTable('people_groups')
      .addColumn('provider', key, (column) => column.references('identity_providers.sid').onDelete('cascade'))
      .execute();
    await schema.alterTable('people_groups').addColumn('external_id', key).execute();
    await schema
      .createIndex('people_groups_by_provider')
      .on('people_groups')
      .columns(['provider', 'sid'])
      .execute();
    await schema
      .createTable('directory_users')
      .addColumn('provider', key, (column) =>
        column.notNull().references('identity_providers.sid').onDelete('cascade'),
      )
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('external_id', key)
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('email', key)
      .addColumn('names', 'text', (column) => column.notNull())
      .addColumn('blocked_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('directory_users_key', ['provider', 'person'])
      .execute();
    await schema
      .createIndex('directory_users_by_external_id')
      .on('directory_users')
      .columns(['provider', 'external_id'])
      .execute();
    await schema
      .createIndex('directory_users_by_email')
      .on('directory_users')
      .columns(['provider', 'email'])
      .execute();
    await schema.createIndex('directory_users_by_person').on('directory_users').column('person').execute();
  },
};
