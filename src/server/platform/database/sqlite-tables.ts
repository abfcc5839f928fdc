/** The tables of an embedded file, read from its schema, so that none can be forgotten. */

import type { DatabaseSync } from 'node:sqlite';

export type SqliteTable = {
  name: string;
  columns: string[];
  /** The columns of the primary key, in its order. */
  key: string[];
  /** A column that references its own table, or null. */
  selfReference: string | null;
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
