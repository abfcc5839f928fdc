/** What can be deleted is there as before, and leaves with all that belongs to it. */

import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Queries } from '../../../database.ts';
import { migrate, migrations } from '../../../migrate.ts';
import { deletionsInPieces } from '../../090-deletions-in-pieces.ts';
import type { Upgrade } from './upgrade.ts';

const tables = ['flows', 'email_templates', 'event_webhooks', 'suppression_groups'] as const;

async function fill(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('AC1', 'a', 'US1', 'h', 1)`.execute(
    tx,
  );
  await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at, needs_approval, tags)
    values ('FW1', 'AC1', 'Flow', 'draft', 1, '{}', 1, 0, '[]')`.execute(tx);
  await sql`insert into revisions (flow, revision, friendly_name, status, definition, warnings, created_at)
    values ('FW1', 1, 'Flow', 'draft', '{}', '[]', 1)`.execute(tx);
  await sql`insert into email_templates (id, account, region, name, created_at, updated_at)
    values ('d-1', 'AC1', 'global', 'Template', 1, 1)`.execute(tx);
  await sql`insert into email_template_versions (id, template, name, active, subject, html_content, plain_content,
      generate_plain_content, editor, test_data, size, created_at, updated_at)
    values ('v', 'd-1', 'V', 1, 'S', ${'x'.repeat(10_000)}, '', 1, 'code', '', 10001, 1, 1)`.execute(tx);
  await sql`insert into event_webhooks (id, account, region, url, enabled, kinds, created_at, updated_at)
    values ('w', 'AC1', 'global', 'https://a.test', 1, '[]', 1, 1)`.execute(tx);
  await sql`insert into suppression_groups (account, region, id, name, description, is_default, created_at)
    values ('AC1', 'global', 7, 'Group', '', 0, 1)`.execute(tx);
}

async function upgrade(database: Database): Promise<void> {
  const at = migrations.indexOf(deletionsInPieces);
  await migrate(database, 0, migrations.slice(0, at));
  await database.write(fill);
  const before = await rowsOf(database.read);
  await migrate(database, 1, migrations.slice(0, at + 1));
  const after = await rowsOf(database.read);
  expect(after).toEqual(before.map((row) => ({ ...row, deleted_at: null })));
  const { rows } = await sql`select size, subject, updated_at from email_template_versions
    where template = 'd-1'`.execute(database.read);
  expect(JSON.parse(JSON.stringify(rows))).toEqual([{ size: 10_001, subject: 'S', updated_at: 1 }]);
  await database.write((tx) => sql`delete from flows`.execute(tx));
  const left = await sql`select flow from revisions`.execute(database.read);
  expect(left.rows).toEqual([]);
}

async function rowsOf(db: Queries): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    found.push(...rows.map((row) => ({ ...row })));
  }
  return found;
}

export const deletionsInPiecesUpgrade: Upgrade = {
  title: 'what can be deleted in pieces stays',
  first: deletionsInPieces,
  onSqlite: upgrade,
  onPostgres: upgrade,
};
