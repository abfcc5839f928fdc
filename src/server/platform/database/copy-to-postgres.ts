/** Carries an embedded file over to an empty PostgreSQL, all or nothing. */

import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { claimFolder } from './data-folder-lock.ts';
import type { Queries } from './database.ts';
import { openDatabase } from './open-database.ts';
import { type EmbeddedTable, embeddedTables } from './sqlite-tables.ts';

/** The file cannot be carried over; the message is one sentence. */
export class CannotCarryOver extends Error {
  override readonly name = 'CannotCarryOver';
}

/** `mended` counts texts with a NUL character, which PostgreSQL cannot hold: it became U+FFFD. */
export type Carried = { table: string; rows: number; mended: number };

type Row = Record<string, SQLOutputValue>;

/** PostgreSQL takes 65,535 values in one statement. */
const maxValues = 20_000;
const maxRows = 500;

/**
 * Copies every row of the file in `folder`, as they are at one moment, and compares the counts before it commits.
 * `told` hears of each table when it is done. No server may run on the folder, and the target must be empty.
 *
 * @throws CannotCarryOver, DatabaseUnavailable; the target is then as it was, but for its empty tables
 */
export async function carryOver(
  folder: string,
  url: string,
  now: number,
  told: (carried: Carried) => void,
): Promise<Carried[]> {
  // Brings the file up to this version first, and holds it against servers until the end.
  const place = { dataDir: folder, databaseUrl: null, databasePool: 2 };
  await (await openDatabase(place, 'serving', now)).close();
  const claim = claimFolder(folder);
  if (claim === null) throw new CannotCarryOver(`A Patchbay is running on the data folder ${folder}.`);
  const source = new DatabaseSync(join(folder, 'patchbay.db'), { readOnly: true });
  try {
    source.exec('begin');
    const target = await openDatabase({ ...place, databaseUrl: url }, 'visiting', now);
    try {
      const tables = embeddedTables(source);
      return await target.write((tx) => carryAll(source, tx, tables, told));
    } finally {
      await target.close();
    }
  } finally {
    source.close();
    claim.release();
  }
}

async function carryAll(
  source: DatabaseSync,
  tx: Queries,
  tables: readonly EmbeddedTable[],
  told: (carried: Carried) => void,
): Promise<Carried[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  await emptyGivenRows(tx, tables);
  const all: Carried[] = [];
  for (const table of tables) {
    const carried = await carryTable(source, tx, table);
    await compareCounts(source, tx, table);
    await continueNumbers(tx, table);
    told(carried);
    all.push(carried);
  }
  return all;
}

/** Rows that the tables were made with come from the file, too; any other row means that the target is in use. */
async function emptyGivenRows(tx: Queries, tables: readonly EmbeddedTable[]): Promise<void> {
  for (const name of ['accounts', 'flows', 'executions']) {
    if ((await countIn(tx, name)) === 0) continue;
    throw new CannotCarryOver(
      `The target database is not empty: it has rows in ${name}. Nothing was changed.`,
    );
  }
  for (const { name } of [...tables].reverse()) await sql`delete from ${sql.table(name)}`.execute(tx);
}

async function carryTable(source: DatabaseSync, tx: Queries, table: EmbeddedTable): Promise<Carried> {
  const carried = { table: table.name, rows: 0, mended: 0 };
  const size = Math.max(1, Math.min(maxRows, Math.floor(maxValues / table.columns.length)));
  // Rows that point at rows of their own table come after those.
  const passes = table.own === null ? ['true'] : [`"${table.own}" is null`, `"${table.own}" is not null`];
  for (const condition of passes) {
    let last: SQLOutputValue[] | null = null;
    for (;;) {
      const rows = nextRows(source, table, { condition, last, size });
      const final = rows.at(-1);
      if (final === undefined) break;
      last = table.key.map((column) => final[column] ?? null);
      const { values, mended } = mend(rows, table.columns);
      await insert(tx, table, values);
      carried.rows += rows.length;
      carried.mended += mended;
    }
  }
  return carried;
}

type Slice = { condition: string; last: SQLOutputValue[] | null; size: number };

/** The next rows by primary key: a long table is read as quickly at its end as at its beginning. */
function nextRows(
  source: DatabaseSync,
  { name, key }: EmbeddedTable,
  { condition, last, size }: Slice,
): Row[] {
  const order = key.map((column) => `"${column}"`).join(', ');
  const after = last === null ? '' : `and (${order}) > (${key.map(() => '?').join(', ')})`;
  const statement = source.prepare(
    `select * from "${name}" where ${condition} ${after} order by ${order} limit ${size}`,
  );
  return statement.all(...(last ?? []));
}

function mend(rows: readonly Row[], columns: readonly string[]): { values: unknown[][]; mended: number } {
  let mended = 0;
  const values = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? null;
      if (typeof value !== 'string' || !value.includes('\0')) return value;
      mended += 1;
      return value.replaceAll('\0', '\ufffd');
    }),
  );
  return { values, mended };
}

async function insert(tx: Queries, { name, columns }: EmbeddedTable, rows: unknown[][]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  const tuples: RawBuilder<unknown>[] = rows.map((row) => sql`(${sql.join(row)})`);
  await sql`insert into ${sql.table(name)} (${names}) overriding system value values ${sql.join(tuples)}`.execute(
    tx,
  );
}

async function compareCounts(source: DatabaseSync, tx: Queries, { name }: EmbeddedTable): Promise<void> {
  const before = Number(source.prepare(`select count(*) as count from "${name}"`).get()?.count);
  const after = await countIn(tx, name);
  if (before === after) return;
  throw new CannotCarryOver(
    `${name} has ${before} rows in the file and ${after} in the target. Nothing was changed.`,
  );
}

async function countIn(tx: Queries, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(tx);
  return Number(rows[0]?.count);
}

/** Columns that the target numbers by itself go on after the greatest number that was carried over. */
async function continueNumbers(tx: Queries, { name, columns }: EmbeddedTable): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${name}, ${column}) as sequence`.execute(tx);
    const sequence = rows[0]?.sequence ?? null;
    if (sequence === null) continue;
    await sql`
      select setval(${sequence}::regclass, top) from (select max(${sql.id(column)}) as top from ${sql.table(name)}) t
      where top is not null`.execute(tx);
  }
}
