/** The audit log: events, the chain of each account, and how far a sink has come. */

import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const audit: Migration = {
  name: '054-audit',
  locks: '`sinks`, against reads and writes, for a moment: the column is added without writing the rows.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('audit_events')
      .addColumn('sid', key, (column) => column.primaryKey())
      .addColumn('account', key, (column) => column.notNull())
      .addColumn('sequence', 'bigint')
      .addColumn('previous_hash', 'text')
      .addColumn('hash', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('actor_kind', 'text', (column) => column.notNull())
      .addColumn('actor_sid', key)
      .addColumn('actor_name', 'text')
      .addColumn('actor_role', 'text')
      .addColumn('object_kind', 'text')
      .addColumn('object_sid', key)
      .addColumn('object_name', 'text')
      .addColumn('changes', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('address', 'text')
      .addColumn('request', 'text')
      .execute();
    await tx.schema
      .createIndex('audit_events_by_account')
      .on('audit_events')
      .columns(['account', 'sid'])
      .execute();
    // No two events have one place in a chain.
    await sql`create unique index audit_events_in_chain on audit_events (account, sequence) where sequence is not null`.execute(
      tx,
    );
    await sql`create index audit_events_unsealed on audit_events (account, sid) where sequence is null`.execute(
      tx,
    );
    await tx.schema
      .createTable('audit_chains')
      .addColumn('account', key, (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('anchor_sequence', 'bigint', (column) => column.notNull())
      .addColumn('anchor_hash', 'text', (column) => column.notNull())
      .addColumn('kept_ms', 'bigint')
      .execute();
    await tx.schema
      .alterTable('sinks')
      .addColumn('audit_sequence', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
