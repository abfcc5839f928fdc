/** The working copies of flows: a log of edits for each, and snapshots so that none is read from its beginning. */

import type { Migration } from '../migration.ts';

export const flowEdits: Migration = {
  name: '028-flow-edits',
  locks: 'Nothing: it only creates tables.',
  async up(tx, { key }) {
    await tx.schema
      .createTable('working_copies')
      .addColumn('flow', key, (column) => column.primaryKey().references('flows.sid').onDelete('cascade'))
      .addColumn('account', key, (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable('flow_edits')
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('id', key, (column) => column.notNull())
      .addColumn('account', key, (column) => column.notNull())
      .addColumn('author', 'text')
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('command', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('flow_edits_key', ['flow', 'seq'])
      .execute();
    await tx.schema
      .createIndex('flow_edits_by_id')
      .unique()
      .on('flow_edits')
      .columns(['flow', 'id'])
      .execute();
    await tx.schema.createIndex('flow_edits_by_age').on('flow_edits').columns(['at']).execute();
    await tx.schema
      .createTable('flow_snapshots')
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('copy', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('flow_snapshots_key', ['flow', 'seq'])
      .execute();
  },
};
