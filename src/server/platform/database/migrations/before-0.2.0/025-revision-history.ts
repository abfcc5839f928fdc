/** What the history of a flow shows of each revision, apart from the definitions so that no list reads those. */

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const revisionHistory: Migration = {
  name: '025-revision-history',
  locks: 'Nothing: it creates a table, and copies a small row for each revision.',
  async up(tx, { key, inOrder }) {
    await tx.schema
      .createTable('revision_history')
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('author', 'text')
      .addColumn('key_sid', 'text')
      .addColumn('key_name', 'text')
      .addColumn('source', 'text')
      .addColumn('source_revision', 'integer')
      .addColumn('message', 'text')
      .addColumn('summary', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('revision_history_key', ['flow', 'revision'])
      .modifyEnd(inOrder)
      .execute();
    // How earlier revisions were made is not known, and their summaries were never computed.
    await sql`
      insert into revision_history (flow, revision, status, author, message, created_at)
      select flow, revision, status, author, commit_message, created_at from revisions`.execute(tx);
  },
};
