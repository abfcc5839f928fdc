/** The list of tables that are spread by shard or flow, against the catalogue of the database itself. */

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../testing/every-database.ts';
import type { Queries } from '../database.ts';
import { isPostgres } from '../dialect.ts';
import { distribution } from './distribution.ts';

const listed = Object.keys(distribution);

async function tablesOf(db: Queries): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
    : sql<{
        name: string;
      }>`select name from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'`;
  return (await query.execute(db)).rows.map(({ name }) => name).sort();
}

/** Pairs of a table and another that one of its foreign keys names. */
async function foreignKeysOf(db: Queries): Promise<[string, string][]> {
  const query = isPostgres(db)
    ? sql<{
        of: string;
        to: string;
      }>`select conrelid::regclass::text as "of", confrelid::regclass::text as "to"
        from pg_constraint where contype = 'f'`
    : sql<{ of: string; to: string }>`select m.name as "of", k."table" as "to"
        from sqlite_master m, pragma_foreign_key_list(m.name) k where m.type = 'table'`;
  return (await query.execute(db)).rows.flatMap(({ of, to }) => (of === to ? [] : [[of, to]]));
}

/** The tables that have such a column, which is never null: of any type, or of one of PostgreSQL's. */
async function tablesWith(db: Queries, column: string, type?: string): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = current_schema() and column_name = ${column} and is_nullable = 'NO'
          and data_type = coalesce(${type ?? null}, data_type)`
    : // The file's keys of text are not declared as not null.
      sql<{ name: string }>`select m.name from sqlite_master m, pragma_table_info(m.name) c
        where m.type = 'table' and c.name = ${column} and (c."notnull" = 1 or c.pk > 0)`;
  return (await query.execute(db)).rows.map(({ name }) => name).sort();
}

describeOnEveryDatabase('the list of tables', ({ current }) => {
  it('has each table of the database', async () => {
    expect([...listed].sort()).toEqual(await tablesOf(current().read));
  });

  it('has a column with the shard in each hot table, and in no other', async () => {
    const hot = Object.entries(distribution).filter(([, { kind }]) => kind === 'hot');
    expect(hot.map(([name]) => name).sort()).toEqual(await tablesWith(current().read, 'shard', 'smallint'));
  });

  it('has a column with the flow in each table that is spread by it', async () => {
    const ofFlows = Object.entries(distribution).filter(([, { kind }]) => kind === 'flow');
    expect(ofFlows.length).toBeGreaterThan(5);
    const found = await tablesWith(current().read, 'flow');
    expect(ofFlows.map(([name]) => name).filter((name) => !found.includes(name))).toEqual([]);
  });

  it('has each table behind those that its foreign keys name', async () => {
    const keys = await foreignKeysOf(current().read);
    expect(keys.length).toBeGreaterThan(30);
    expect(keys.filter(([of, to]) => listed.indexOf(of) < listed.indexOf(to))).toEqual([]);
  });
});
