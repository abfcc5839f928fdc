/** Keys on PostgreSQL that get the shard, while writes go on. Each step may have been cut off anywhere, and goes on where it was. */

import { sql } from 'kysely';
import type { Queries } from '../../database.ts';

export type Key = {
  table: string;
  /** Of the constraint, where it is one, and of its index. It stays the same. */
  name: string;
  kind: 'primary key' | 'unique' | 'index';
  columns: readonly string[];
  where?: string;
};

/** From a column to the one of another table that is its key, in the same shard. */
export type ForeignKey = { table: string; column: string; target: string; targetColumn: string };

/** Builds the indexes, replaces the foreign keys, then the keys. Outside a transaction. */
export async function replaceKeys(
  db: Queries,
  keys: readonly Key[],
  foreignKeys: readonly ForeignKey[],
): Promise<void> {
  for (const key of keys) await buildIndex(db, key);
  for (const foreignKey of foreignKeys) await replaceForeignKey(db, foreignKey);
  for (const key of keys) await replaceKey(db, key);
}

/** The shard stands last, so that the key also finds a row for those who know its SID and nothing else. */
export function primary(table: string, name: string, ...columns: string[]): Key {
  return { table, name, kind: 'primary key', columns: [...columns, 'shard'] };
}

export function unique(table: string, name: string, ...columns: string[]): Key {
  return { table, name, kind: 'unique', columns: [...columns, 'shard'] };
}

/** What the index is called until it takes the place of the one before. */
function newName({ name }: Key): string {
  return `${name}_with_shard`;
}

async function buildIndex(db: Queries, key: Key): Promise<void> {
  const name = newName(key);
  if ((await hasShard(db, key.name)) || (await hasShard(db, name))) return;
  const columns = sql.join(key.columns.map((column) => sql.ref(column)));
  const where = key.where === undefined ? sql`` : sql`where ${sql.raw(key.where)}`;
  // One that was cut off leaves an index that is not valid.
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  await sql`create unique index concurrently ${sql.ref(name)} on ${sql.table(key.table)} (${columns}) ${where}`.execute(
    db,
  );
}

/** Whether there is a valid index of that name with the shard in it. */
async function hasShard(db: Queries, index: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indexrelid = to_regclass(${index}) and i.indisvalid and a.attname = 'shard'`.execute(db);
  return rows.length > 0;
}

async function replaceForeignKey(
  db: Queries,
  { table, column, target, targetColumn }: ForeignKey,
): Promise<void> {
  const name = `${table}_${column}_in_shard`;
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select conname as name, convalidated as valid from pg_constraint
    where contype = 'f' and conrelid = ${table}::regclass and confrelid = ${target}::regclass`.execute(db);
  if (rows.every((each) => each.name !== name)) {
    // It holds for new rows at once, and for those that there are when they have been read, while writes go on.
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(name)} foreign key (${sql.ref(column)}, shard)
      references ${sql.table(target)} (${sql.ref(targetColumn)}, shard) on delete cascade not valid`.execute(
      db,
    );
  }
  if (!rows.some((each) => each.name === name && each.valid)) {
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db);
  }
  for (const old of rows.filter((each) => each.name !== name)) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(old.name)}`.execute(db);
  }
}

async function replaceKey(db: Queries, key: Key): Promise<void> {
  if (await hasShard(db, key.name)) return;
  const [table, name, built] = [sql.table(key.table), sql.ref(key.name), sql.ref(newName(key))];
  if (key.kind === 'index') {
    await sql`drop index concurrently if exists ${name}`.execute(db);
    await sql`alter index ${built} rename to ${name}`.execute(db);
    return;
  }
  // The index takes the name of the constraint.
  await sql`
    alter table ${table} drop constraint ${name},
      add constraint ${name} ${sql.raw(key.kind)} using index ${built}`.execute(db);
}
