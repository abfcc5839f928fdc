/** A working copy knows how many of its changes are not published, and who edited it last (docs/decisions/062). */

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const unpublishedChanges: Migration = {
  name: '047-unpublished-changes',
  locks:
    'working_copies, against reads and writes, for a moment; then its rows, while the last edit of each is copied from `flow_edits`. Changes of flows edited before are counted when their account lists its flows.',
  async up(tx, { key }) {
    const columns = [
      ['published_revision', 'integer'],
      ['unpublished', 'integer'],
      ['edited_at', 'bigint'],
      ['edited_by', key],
      ['edited_with', key],
    ] as const;
    for (const [name, type] of columns)
      await tx.schema.alterTable('working_copies').addColumn(name, type).execute();
    const ofLastEdit = (column: 'author_name' | 'client') =>
      sql`(select ${sql.ref(`e.${column}`)} from flow_edits e where e.flow = working_copies.flow and e.seq = working_copies.seq)`;
    await sql`
      update working_copies set edited_at = updated_at,
        edited_by = ${ofLastEdit('author_name')}, edited_with = ${ofLastEdit('client')}
      where seq > 0`.execute(tx);
  },
};
