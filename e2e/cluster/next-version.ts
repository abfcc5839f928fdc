/**
 * Makes a server of this version one of the next: `node --import next-version.ts …`. It has further migrations, which expand,
 * and writes into what they made. A file of the real next version would do the same in its `migrations`.
 */

import { isMainThread } from 'node:worker_threads';
import { sql } from 'kysely';
import pg from 'pg';
import { migrations } from '#server/platform/database/migrate.ts';
import { anyVersion, type Migration } from '#server/platform/database/migrations/migration.ts';

const expanding: Migration = {
  name: '900-next-version',
  locks: '`executions` and `steps`, against reads and writes, for a moment.',
  servedSince: anyVersion,
  async up({ schema }) {
    await schema
      .alterTable('executions')
      .addColumn('mark', 'text', (column) => column.notNull().defaultTo('none'))
      .execute();
    await schema
      .createTable('marks')
      .addColumn('execution', 'text', (column) => column.primaryKey())
      .execute();
  },
};

const indexed: Migration = {
  name: '901-next-version',
  locks: 'nothing: the index is built beside writes.',
  transaction: false,
  servedSince: anyVersion,
  async up(db) {
    await sql`create index concurrently if not exists executions_by_mark on executions (mark)`.execute(db);
  },
};

(migrations as Migration[]).push(expanding, indexed);

/** Marks executions while they run, as a new feature would; both or neither of the two places have it. */
const markEveryMs = 50;
const mark = `with marked as (
    update executions set mark = 'next' where sid = (
      select sid from executions where mark = 'none' and status = 'active' order by created_at desc limit 1
      for update skip locked)
    returning sid)
  insert into marks (execution) select sid from marked`;

// Threads of the server load this file, too.
if (isMainThread) {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
  pool.on('error', () => {});
  // Until the server has migrated there is nothing to mark.
  setInterval(() => pool.query(mark).catch(() => {}), markEveryMs).unref();
}
