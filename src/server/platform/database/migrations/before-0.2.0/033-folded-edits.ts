/** Old edits of a flow in compressed blocks, and the edit that each revision was made of. */

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const foldedEdits: Migration = {
  name: '033-folded-edits',
  locks: '`revision_history`, against reads and writes, while the rows with an edit are updated.',
  async up(tx, { key, bytes }) {
    await tx.schema
      .createTable('flow_edit_blocks')
      .addColumn('flow', key, (column) => column.notNull().references('flows.sid').onDelete('cascade'))
      .addColumn('last_seq', 'integer', (column) => column.notNull())
      .addColumn('first_seq', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('ids', 'text', (column) => column.notNull())
      .addColumn('edits', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('flow_edit_blocks_key', ['flow', 'last_seq'])
      .execute();
    await tx.schema.createIndex('flow_edit_blocks_by_age').on('flow_edit_blocks').columns(['at']).execute();
    await tx.schema.alterTable('revision_history').addColumn('edit_seq', 'integer').execute();
    await sql`
      update revision_history set edit_seq = (
        select seq from flow_edits
        where flow_edits.flow = revision_history.flow and flow_edits.revision = revision_history.revision
      ) where flow in (select flow from working_copies)`.execute(tx);
  },
};
