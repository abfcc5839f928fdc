/**
 * For tests on PostgreSQL: tables with many rows, and which statements read much of them. A plan that looks good in an empty
 * table says nothing: PostgreSQL chooses by how many rows there are.
 */

import { CompiledQuery, sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { distribution } from '../platform/database/schema/distribution.ts';
import type { SentStatement } from './postgres-exchanges.ts';

/** One row for the subject, or one for a slot or a shard of it: there is no more to copy. */
const smallTables = [
  'audit_chains',
  'live_swept',
  'parse_stats',
  'email_stats',
  'email_categories',
  'event_lanes',
];

/** What a statement may read of large tables: batches of some hundred rows read most. In pages of 8 KB; a table here has up to 8,000. */
export const maxPages = 600;

/** Columns that name a row or the row it belongs to. */
const identities =
  /^(sid|id|key|execution|parent|mail|message|content|token|token_hash|effect|reply_to|contact|conversation|author|identity|email|subject)$/;

type Column = { name: string; type: string };

/**
 * Copies the rows of each hot table until it has about `target`, with identities of their own, alike in all tables; their
 * states and times are those of the rows that were there. Tables without a row stay empty. Gives the tables that grew.
 */
export function multiplyRows(database: Database, target: number): Promise<string[]> {
  return growRows(database, (rows) => Math.ceil(target / rows));
}

/** Copies all of them so many times, so that each copy has what belonged to its original. Gives the tables that grew. */
export function copyRows(database: Database, times: number): Promise<string[]> {
  return growRows(database, () => times);
}

async function growRows(database: Database, timesOf: (rows: number) => number): Promise<string[]> {
  const grown: string[] = [];
  await database.session(async (db) => {
    // Copies refer to copies, which foreign keys would see too late.
    await sql`set session_replication_role = replica`.execute(db);
    for (const [table, { kind }] of Object.entries(distribution)) {
      if (kind === 'hot' && !smallTables.includes(table) && (await multiply(db, table, timesOf))) {
        grown.push(table);
      }
    }
    await sql`set session_replication_role = default`.execute(db);
    await sql`vacuum analyze`.execute(db);
  });
  return grown;
}

async function multiply(db: Queries, table: string, timesOf: (rows: number) => number): Promise<boolean> {
  const counted = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  const rows = Number(counted.rows[0]?.rows);
  if (rows === 0) return false;
  const columns = await columnsOf(db, table);
  const varied = columns.filter(({ name }) => identities.test(name)).map(({ name }) => name);
  for (const key of await uniqueKeysOf(db, table)) {
    if (key.some((name) => varied.includes(name))) continue;
    const numbers = columns.filter(({ name, type }) => key.includes(name) && type === 'bigint');
    if (numbers.length === 0) throw new Error(`No column of ${table} (${key.join(', ')}) can be varied.`);
    varied.push(...numbers.map(({ name }) => name));
  }
  const values = columns.map(({ name, type }) => {
    if (!varied.includes(name)) return sql.ref(name);
    return type === 'text' ? sql`${sql.ref(name)} || '-' || i` : sql`${sql.ref(name)} - i * 10000`;
  });
  const names = columns.map(({ name }) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from ${sql.table(table)}, generate_series(1, ${timesOf(rows)}::int) i`.execute(
    db,
  );
  return true;
}

async function columnsOf(db: Queries, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name::text as name, data_type::text as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(db);
  return rows;
}

async function uniqueKeysOf(db: Queries, table: string): Promise<string[][]> {
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(a.attname::text) as names
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ${table}::regclass and i.indisunique group by i.indexrelid`.execute(db);
  return rows.map(({ names }) => names);
}

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } };

/**
 * Runs each statement that was sent once more, in a transaction that is rolled back, and gives those that read more than
 * `maxPages`. What cannot be done twice, such as an insert of the same key, is left out; `run` is the number of others.
 */
export async function findExpensive(
  database: Database,
  sent: readonly SentStatement[],
): Promise<{ run: number; expensive: string[] }> {
  const expensive: string[] = [];
  let run = 0;
  for (const { sql: text, values } of new Map(sent.map((each) => [each.sql, each])).values()) {
    if (!/^\s*(with|select|insert|update|delete)\b/.test(text)) continue;
    const pages = await pagesRead(database, text, values);
    if (pages === null) continue;
    run += 1;
    if (pages > maxPages) expensive.push(`${pages} pages: ${text}`);
  }
  return { run, expensive };
}

/** Null when the statement fails. */
async function pagesRead(
  database: Database,
  text: string,
  values: readonly unknown[],
): Promise<number | null> {
  return await database.session(async (db) => {
    await sql`begin`.execute(db);
    try {
      const query = CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': Plan[] }>(query);
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      return plan === undefined ? null : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    } catch {
      return null;
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}
