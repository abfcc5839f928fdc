/** Copies an embedded file, or the database of another server, to an empty PostgreSQL, in one transaction. */

import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { StoredCell } from './cell-cipher.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Queries } from './database.ts';
import { openDatabase } from './open-database.ts';

/** The copy failed; the message is one sentence. */
export class CopyToPostgresError extends Error {
  override readonly name = 'CopyToPostgresError';
}

/** `replacedNuls` counts texts with a NUL character, which PostgreSQL cannot store: it becomes U+FFFD. */
export type CopiedTable = { table: string; rows: number; replacedNuls: number };

type Row = Record<string, SQLOutputValue>;

export type SourceTable = {
  name: string;
  columns: string[];
  /** A column that references its own table, or null. */
  selfReference: string | null;
};

/** What is copied; it does not change meanwhile. */
export type CopySource = {
  /** Referenced tables before those that reference them. */
  readonly tables: readonly SourceTable[];
  /** All rows, at most `size` at once; those that reference rows of their own table after these. */
  rows(table: SourceTable, size: number): AsyncIterable<Row[]> | Iterable<Row[]>;
  count(table: SourceTable): Promise<number>;
};

/** PostgreSQL takes 65,535 values in one statement. */
const maxValues = 20_000;
const maxRows = 500;

/**
 * Copies every row of a snapshot of the file in `folder`, and compares the counts before it commits. Calls `onTable`
 * after each table. No server may run on the folder, and the target must be empty.
 *
 * @throws CopyToPostgresError, DatabaseUnavailable; the target then has nothing but empty tables
 */
export async function copyToPostgres(
  folder: string,
  url: string,
  now: number,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  // Migrates the file to this version first, then locks the folder against servers.
  const place = { dataDir: folder, databaseUrl: null, databasePool: 2 };
  await (await openDatabase(place, 'exclusive', now)).close();
  const lock = lockDataFolder(folder);
  if (lock === null) throw new CopyToPostgresError(`A Patchbay is running on the data folder ${folder}.`);
  const file = new DatabaseSync(join(folder, 'patchbay.db'), { readOnly: true });
  try {
    file.exec('begin');
    return await copySource(sqliteSource(file), { ...place, databaseUrl: url }, now, onTable);
  } finally {
    file.close();
    lock.release();
  }
}

/** @throws CopyToPostgresError, DatabaseUnavailable */
export async function copySource(
  source: CopySource,
  place: Parameters<typeof openDatabase>[0],
  now: number,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  const target = await openDatabase(place, 'shared', now);
  try {
    return await target.write((tx) => copyAllTables(source, tx, onTable));
  } finally {
    await target.close();
  }
}

async function copyAllTables(
  source: CopySource,
  tx: Queries,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
  await clearSeededRows(tx, source.tables);
  const all: CopiedTable[] = [];
  for (const table of source.tables) {
    const copied = await copyTable(source, tx, table);
    await compareCounts(source, tx, table);
    await advanceSequences(tx, table);
    onTable(copied);
    all.push(copied);
  }
  return all;
}

/** Deletes the rows that migrations insert, which the file has, too; any other row means that the target is in use. */
async function clearSeededRows(tx: Queries, tables: readonly SourceTable[]): Promise<void> {
  for (const name of ['accounts', 'flows', 'executions']) {
    if ((await countRows(tx, name)) === 0) continue;
    throw new CopyToPostgresError(
      `The target database is not empty: it has rows in ${name}. Nothing was changed.`,
    );
  }
  for (const { name } of [...tables].reverse()) await sql`delete from ${sql.table(name)}`.execute(tx);
}

async function copyTable(source: CopySource, tx: Queries, table: SourceTable): Promise<CopiedTable> {
  const copied = { table: table.name, rows: 0, replacedNuls: 0 };
  const size = Math.max(1, Math.min(maxRows, Math.floor(maxValues / table.columns.length)));
  for await (const rows of source.rows(table, size)) {
    const { values, replacedNuls } = replaceNuls(rows, table.columns);
    await insertRows(tx, table, values);
    copied.rows += rows.length;
    copied.replacedNuls += replacedNuls;
  }
  return copied;
}

function sqliteSource(file: DatabaseSync): CopySource {
  const tables = listSqliteTables(file);
  const byName = new Map(tables.map((table) => [table.name, table]));
  return {
    tables,
    async *rows({ name }, size) {
      const table = byName.get(name);
      if (table !== undefined) yield* sqliteRows(file, table, size);
    },
    count: async ({ name }) => Number(file.prepare(`select count(*) as count from "${name}"`).get()?.count),
  };
}

function* sqliteRows(file: DatabaseSync, table: SqliteTable, size: number): Generator<Row[]> {
  const passes =
    table.selfReference === null
      ? ['true']
      : [`"${table.selfReference}" is null`, `"${table.selfReference}" is not null`];
  for (const condition of passes) {
    let last: SQLOutputValue[] | null = null;
    for (;;) {
      const rows = nextRows(file, table, { condition, last, size });
      const final = rows.at(-1);
      if (final === undefined) break;
      last = table.key.map((column) => final[column] ?? null);
      yield rows;
    }
  }
}

type Batch = { condition: string; last: SQLOutputValue[] | null; size: number };

/** The next batch by primary key (keyset pagination). */
function nextRows(source: DatabaseSync, { name, key }: SqliteTable, { condition, last, size }: Batch): Row[] {
  const order = key.map((column) => `"${column}"`).join(', ');
  const after = last === null ? '' : `and (${order}) > (${key.map(() => '?').join(', ')})`;
  const statement = source.prepare(
    `select * from "${name}" where ${condition} ${after} order by ${order} limit ${size}`,
  );
  return statement.all(...(last ?? []));
}

function replaceNuls(
  rows: readonly Row[],
  columns: readonly string[],
): { values: unknown[][]; replacedNuls: number } {
  let replacedNuls = 0;
  const values = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? null;
      if (typeof value !== 'string' || !value.includes('\0')) return value;
      replacedNuls += 1;
      return value.replaceAll('\0', '\ufffd');
    }),
  );
  return { values, replacedNuls };
}

async function insertRows(tx: Queries, { name, columns }: SourceTable, rows: unknown[][]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  const tuples: RawBuilder<unknown>[] = rows.map((row) => sql`(${sql.join(row.map(asStored))})`);
  await sql`insert into ${sql.table(name)} (${names}) overriding system value values ${sql.join(tuples)}`.execute(
    tx,
  );
}

/** Encrypted cells stay so: their keys are copied as well. */
function asStored(cell: unknown): unknown {
  return typeof cell === 'string' || cell instanceof Uint8Array ? new StoredCell(cell) : cell;
}

async function compareCounts(source: CopySource, tx: Queries, table: SourceTable): Promise<void> {
  const { name } = table;
  const before = await source.count(table);
  const after = await countRows(tx, name);
  if (before === after) return;
  throw new CopyToPostgresError(
    `${name} has ${before} rows in the source and ${after} in the target. Nothing was changed.`,
  );
}

async function countRows(tx: Queries, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(tx);
  return Number(rows[0]?.count);
}

/** Sequences of the target continue after the greatest number that was copied. */
async function advanceSequences(tx: Queries, { name, columns }: SourceTable): Promise<void> {
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

type SqliteTable = SourceTable & {
  /** The columns of the primary key, in its order. */
  key: string[];
};

/** Not copied: the target has its own. */
const migrationsTable = 'migrations';

/**
 * All tables in topological order: referenced tables before those that reference them.
 * @throws when a table has no primary key, or the references form a cycle
 */
export function listSqliteTables(database: DatabaseSync): SqliteTable[] {
  const rest = new Map(tableNames(database).map((name) => [name, foreignKeys(database, name)]));
  const ordered: SqliteTable[] = [];
  while (rest.size > 0) {
    const free = [...rest].find(([name, targets]) =>
      targets.every(({ table }) => table === name || !rest.has(table)),
    );
    if (free === undefined) throw new Error(`Tables reference each other: ${[...rest.keys()].join(', ')}.`);
    const [name, targets] = free;
    rest.delete(name);
    ordered.push(describeTable(database, name, targets.find(({ table }) => table === name)?.column ?? null));
  }
  return ordered;
}

function tableNames(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== migrationsTable)
    .sort();
}

function foreignKeys(database: DatabaseSync, name: string): { table: string; column: string }[] {
  const keys = database.prepare(`pragma foreign_key_list("${name}")`).all();
  return keys.map(({ table, from }) => ({ table: String(table), column: String(from) }));
}

function describeTable(database: DatabaseSync, name: string, own: string | null): SqliteTable {
  const columns = database.prepare(`pragma table_info("${name}")`).all();
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
    .map((column) => String(column.name));
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  return { name, columns: columns.map((column) => String(column.name)), key, selfReference: own };
}
