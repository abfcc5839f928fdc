/** The shard of executions and of all that belongs to them (docs/decisions/047). */

import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database.ts';
import { isPostgres } from '../../dialect.ts';
import type { Migration } from '../migration.ts';

/** With the column that has the SID of the execution. */
const tables = [
  ['executions', 'sid'],
  ['steps', 'execution'],
  ['live_turns', 'execution'],
  ['messages', 'execution'],
  ['calls', 'execution'],
  ['tasks', 'execution'],
  ['short_links', 'execution'],
  ['jobs', 'execution'],
] as const;

type Name = (typeof tables)[number][0];

/** Pages of 8 kB whose rows are updated by one statement, so that none of them is locked for long. */
const pagesAtOnce = 500;

export const shardsOfExecutions: Migration = {
  name: '040-shards-of-executions',
  locks:
    'Each of its tables against reads and writes, four times for a moment; rows, while those of 4 MB are updated, in a time that grows with the database. Its transactions are short.',
  transaction: false,
  async up(db) {
    for (const [table, column] of tables) {
      if (isPostgres(db)) await addOnPostgres(db, table, column);
      else await addOnSqlite(db, table, column);
    }
  },
};

/** A column that is added must have a default there. No shard has that number. */
async function addOnSqlite(db: Queries, table: Name, column: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add column shard integer not null default -1`.execute(db);
  const sid = sql.ref(column);
  const digit = (at: number) => sql`(instr('0123456789abcdef', substr(${sid}, ${sql.lit(at)}, 1)) - 1)`;
  await sql`
    update ${sql.table(table)} set shard = case when ${sid} glob 'FN[0-9a-f][0-9a-f]*'
      then ${digit(3)} * 16 + ${digit(4)} else 0 end
    where ${hasExecution(sid)}`.execute(db);
  await setOthers(db, table, column, sql`shard = -1`);
}

/** It may have been cut off anywhere before, so rows that have their shard are left alone. */
async function addOnPostgres(db: Queries, table: Name, column: string): Promise<void> {
  await sql`alter table ${sql.table(table)} add column if not exists shard smallint`.execute(db);
  const pages = await pagesOf(db, table);
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const [from, to] = [`(${page},0)`, `(${page + pagesAtOnce},0)`];
    await fill(db, table, column, sql`ctid >= ${from}::tid and ctid < ${to}::tid`);
  }
  const constraint = sql.ref(`${table}_have_shard`);
  await sql`alter table ${sql.table(table)} drop constraint if exists ${constraint}`.execute(db);
  // From here on no row comes to stand without one; the last ones are those that were written meanwhile.
  await sql`alter table ${sql.table(table)} add constraint ${constraint} check (shard is not null) not valid`.execute(
    db,
  );
  await fill(db, table, column, sql`true`);
  await setOthers(db, table, column, sql`shard is null`);
  await sql`alter table ${sql.table(table)} validate constraint ${constraint}`.execute(db);
  // The valid constraint proves it, so that the table is not read once more with the lock held.
  await sql`alter table ${sql.table(table)} alter column shard set not null`.execute(db);
  await sql`alter table ${sql.table(table)} drop constraint ${constraint}`.execute(db);
}

async function pagesOf(db: Queries, table: Name): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages`.execute(db);
  return Number(rows[0]?.pages ?? 0);
}

async function fill(db: Queries, table: Name, column: string, which: RawBuilder<unknown>): Promise<void> {
  const sid = sql.ref(column);
  await sql`
    update ${sql.table(table)} set shard = case when ${sid} ~ '^FN[0-9a-f]{2}'
      then get_byte(decode(substr(${sid}, 3, 2), 'hex'), 0) else 0 end
    where shard is null and ${hasExecution(sid)} and ${which}`.execute(db);
}

/** A call that was rejected as busy has '', a job that no execution waits for null. */
function hasExecution(sid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sid} is not null and ${sid} <> ''`;
}

/** Rows without an execution, of which there are few: a call has the shard of its addresses, any other that of its account. */
async function setOthers(
  db: Queries,
  table: Name,
  column: string,
  isMissing: RawBuilder<unknown>,
): Promise<void> {
  if (table === 'executions' || table === 'steps') return;
  const columns = table === 'calls' ? ['account', 'sender', 'recipient'] : ['account'];
  const names = columns.map((name) => sql.ref(name));
  const { rows } = await sql<Record<string, string>>`
    select distinct ${sql.join(names)} from ${sql.table(table)}
    where ${isMissing} and not (${hasExecution(sql.ref(column))})`.execute(db);
  for (const row of rows) {
    const values = columns.map((name) => row[name] ?? '');
    const [account = ''] = values;
    const shard = shardOf(table === 'calls' ? JSON.stringify(values) : account);
    const isOne = sql.join(
      columns.map((name, index) => sql`${sql.ref(name)} = ${values[index]}`),
      sql` and `,
    );
    await sql`update ${sql.table(table)} set shard = ${shard} where ${isMissing} and ${isOne}`.execute(db);
  }
}

function shardOf(text: string): number {
  return Number.parseInt(hash('md5', text).slice(0, 2), 16);
}
