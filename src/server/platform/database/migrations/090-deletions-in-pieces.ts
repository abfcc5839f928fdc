/**
 * What is deleted with a lot that belongs to it: it is found no more at once, and its rows leave in pieces. On the embedded file lists
 * beside large texts, and the sum of their sizes, come from an index: SQLite reads past a text of a row to the columns behind it,
 * 3 ms for each MB.
 */

import { sql } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { anyVersion, type Migration } from './migration.ts';

export const deletionsInPieces: Migration = {
  name: '090-deletions-in-pieces',
  locks:
    '`flows`, `email_templates`, `event_webhooks` and `suppression_groups`, against reads and writes, for a moment: they get a column without a value.',
  servedSince: anyVersion,
  async up(tx) {
    for (const table of ['flows', 'email_templates', 'event_webhooks', 'suppression_groups'])
      await tx.schema.alterTable(table).addColumn('deleted_at', 'bigint').execute();
    if (isPostgres(tx)) return;
    await sql`drop index email_template_versions_by_template`.execute(tx);
    await sql`create index email_template_versions_by_template on email_template_versions
      (template, created_at, id, name, active, subject, editor, generate_plain_content, size, updated_at)`.execute(
      tx,
    );
    await sql`create index revisions_by_flow on revisions
      (flow, revision, author, friendly_name, status, commit_message, created_at)`.execute(tx);
  },
};
