/** Why a person is a member; groups of people, and signing in by identity providers. */

import { type ColumnDefinitionBuilder, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const identityProviders: Migration = {
  name: '056-identity-providers',
  locks: 'nothing that is there: the members are read for a moment.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('member_grants')
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('source', key, (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('member_grants_key', ['account', 'person', 'source'])
      .execute();
    await tx.schema
      .createIndex('member_grants_by_source')
      .on('member_grants')
      .columns(['source', 'person'])
      .execute();
    await sql`insert into member_grants (account, person, source, role)
      select account, person, 'direct', role from members`.execute(tx);
    await tx.schema
      .createTable('people_groups')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('name', key, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('people_groups_once', ['account', 'name'])
      .execute();
    const groupSid = (column: ColumnDefinitionBuilder) =>
      column.notNull().references('people_groups.sid').onDelete('cascade');
    await tx.schema
      .createTable('group_people')
      .addColumn('group_sid', key, groupSid)
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addPrimaryKeyConstraint('group_people_key', ['group_sid', 'person'])
      .execute();
    await tx.schema
      .createTable('group_memberships')
      .addColumn('group_sid', key, groupSid)
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('group_memberships_key', ['group_sid', 'account'])
      .execute();
    await tx.schema
      .createTable('identity_providers')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('client_secret', 'text')
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('enabled', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('identity_providers_by_account')
      .on('identity_providers')
      .columns(['account', 'sid'])
      .execute();
    await tx.schema
      .createTable('identities')
      .addColumn('provider', key, (column) =>
        column.notNull().references('identity_providers.sid').onDelete('cascade'),
      )
      .addColumn('subject', key, (column) => column.notNull())
      .addColumn('person', key, (column) => column.notNull().references('people.sid').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('identities_key', ['provider', 'subject'])
      .execute();
    await tx.schema.createIndex('identities_by_person').on('identities').column('person').execute();
    await tx.schema
      .createTable('sign_in_rules')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('provider', key, (column) =>
        column.notNull().references('identity_providers.sid').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('claim', 'text', (column) => column.notNull())
      .addColumn('operator', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('account', key, (column) => column.notNull().references('accounts.sid').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('sign_in_rules_by_provider')
      .on('sign_in_rules')
      .columns(['provider', 'sid'])
      .execute();
    await tx.schema
      .createTable('sign_in_attempts')
      .addColumn('state_hash', key, (column) => column.primaryKey())
      .addColumn('browser_hash', key, (column) => column.notNull())
      .addColumn('provider', key, (column) =>
        column.notNull().references('identity_providers.sid').onDelete('cascade'),
      )
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('code_verifier', 'text', (column) => column.notNull())
      .addColumn('redirect_uri', 'text', (column) => column.notNull())
      .addColumn('return_path', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('sign_in_attempts_by_end')
      .on('sign_in_attempts')
      .column('expires_at')
      .execute();
    await tx.schema
      .createTable('provider_sessions')
      .addColumn('token_hash', key, (column) =>
        column.primaryKey().references('sessions.token_hash').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('provider', key, (column) =>
        column.notNull().references('identity_providers.sid').onDelete('cascade'),
      )
      .addColumn('id_token', 'text')
      .execute();
    await tx.schema
      .createTable('sign_in_settings')
      .addColumn('account', key, (column) =>
        column.primaryKey().references('accounts.sid').onDelete('cascade'),
      )
      .addColumn('token_sign_in', 'integer', (column) => column.notNull())
      .execute();
  },
};
