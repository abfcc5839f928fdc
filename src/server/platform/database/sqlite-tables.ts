/** The tables of an embedded file as they are, read from its schema, so that none can be forgotten. */

import type { DatabaseSync } from 'node:sqlite';

export type EmbeddedTable = {
  name: string;
  columns: string[];
  /** The columns of the primary key, in its order. */
  key: string[];
  /** A column that points into the same table, or null. */
  own: string | null;
};

/** Not copied: the target says itself what it has been through. */
const historyOfSteps = 'migrations';

/**
 * All tables, those that are pointed at before those that point.
 * @throws when a table has no primary key, or tables point at each other in a circle
 */
export function embeddedTables(database: DatabaseSync): EmbeddedTable[] {
  const rest = new Map(namesOf(database).map((name) => [name, targetsOf(database, name)]));
  const ordered: EmbeddedTable[] = [];
  while (rest.size > 0) {
    const free = [...rest].find(([name, targets]) =>
      targets.every(({ table }) => table === name || !rest.has(table)),
    );
    if (free === undefined) throw new Error(`Tables point at each other: ${[...rest.keys()].join(', ')}.`);
    const [name, targets] = free;
    rest.delete(name);
    ordered.push(describe(database, name, targets.find(({ table }) => table === name)?.column ?? null));
  }
  return ordered;
}

function namesOf(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== historyOfSteps)
    .sort();
}

function targetsOf(database: DatabaseSync, name: string): { table: string; column: string }[] {
  const keys = database.prepare(`pragma foreign_key_list("${name}")`).all();
  return keys.map(({ table, from }) => ({ table: String(table), column: String(from) }));
}

function describe(database: DatabaseSync, name: string, own: string | null): EmbeddedTable {
  const columns = database.prepare(`pragma table_info("${name}")`).all();
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
    .map((column) => String(column.name));
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  return { name, columns: columns.map((column) => String(column.name)), key, own };
}
