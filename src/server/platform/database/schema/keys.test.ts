/** The keys of tables that are spread, on PostgreSQL, by its catalogue: an engine that spreads them accepts no others. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, sharedTestPostgres } from '../../../testing/postgres.ts';
import type { Database } from '../database.ts';
import { distribution } from './distribution.ts';

type Key = { of: string; name: string; columns: string[] };
type ForeignKey = Key & { to: string; named: string[] };

const timeoutMs = 60_000;
const kinds = new Map(Object.entries(distribution));
const isHot = (table: string) => kinds.get(table)?.kind === 'hot';
const isOfFlow = (table: string) => kinds.get(table)?.kind === 'flow';

describe('on PostgreSQL', () => {
  const server = sharedTestPostgres();
  let database: Database;
  beforeAll(async () => {
    database = openTestPostgres(await server.createMigrated());
  }, timeoutMs);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const namesOf = (table: string, numbers: string) =>
    sql.raw(`(select array_agg(a.attname::text order by n.at) from unnest(${numbers}) with ordinality n(number, at)
      join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`);

  async function uniqueKeys(): Promise<Key[]> {
    const { rows } = await sql<Key>`
      select indrelid::regclass::text as of, indexrelid::regclass::text as name,
        ${namesOf('indrelid', 'indkey::int2[]')} as columns
      from pg_index join pg_class c on c.oid = indrelid
      where indisunique and c.relnamespace = current_schema()::regnamespace order by 2`.execute(
      database.read,
    );
    return rows;
  }

  async function foreignKeys(): Promise<ForeignKey[]> {
    const { rows } = await sql<ForeignKey>`
      select conrelid::regclass::text as of, conname as name, confrelid::regclass::text as to,
        ${namesOf('conrelid', 'conkey')} as columns, ${namesOf('confrelid', 'confkey')} as named
      from pg_constraint where contype = 'f' order by 2`.execute(database.read);
    return rows;
  }

  it('each unique key of a hot table contains its shard', async () => {
    const keys = (await uniqueKeys()).filter(({ of }) => isHot(of));
    expect(keys.length).toBeGreaterThan(35);
    expect(keys.filter(({ columns }) => !columns.includes('shard'))).toEqual([]);
  });

  it('the pair index begins with the shard', async () => {
    const pair = (await uniqueKeys()).find(({ name }) => name === 'executions_one_per_pair');
    expect(pair?.columns).toEqual(['shard', 'account', 'contact', 'channel']);
  });

  it('a foreign key between hot tables stays in the shard', async () => {
    const keys = (await foreignKeys()).filter(({ of, to }) => isHot(of) && isHot(to));
    expect(keys.length).toBeGreaterThan(8);
    const crossing = keys.filter(({ columns, named }) => {
      const at = columns.indexOf('shard');
      return at < 0 || named[at] !== 'shard';
    });
    expect(crossing).toEqual([]);
  });

  it('each unique key of a table that is spread by flow contains it', async () => {
    const keys = (await uniqueKeys()).filter(({ of }) => isOfFlow(of));
    expect(keys.length).toBeGreaterThan(6);
    expect(keys.filter(({ columns }) => !columns.includes('flow'))).toEqual([]);
  });

  it('foreign keys of tables that are spread by flow go to reference tables', async () => {
    const keys = (await foreignKeys()).filter(({ of, to }) => isOfFlow(of) || isOfFlow(to));
    expect(keys.length).toBeGreaterThan(6);
    expect(keys.filter(({ to }) => isHot(to) || isOfFlow(to))).toEqual([]);
  });

  it('no foreign key goes from a reference table to a hot one', async () => {
    expect((await foreignKeys()).filter(({ of, to }) => !isHot(of) && isHot(to))).toEqual([]);
  });

  it('each table has a key by which changes are copied to another node while its rows are', async () => {
    const { rows } = await sql`
      select relname as name from pg_class c
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and not exists (
        select 1 from pg_index where indrelid = c.oid and (indisreplident or indisprimary and relreplident = 'd'))`.execute(
      database.read,
    );
    expect(rows).toEqual([]);
  });

  it('each key and foreign key has been checked', async () => {
    const { rows } = await sql`
      select indexrelid::regclass::text as name from pg_index where not indisvalid
      union all select conname from pg_constraint where not convalidated`.execute(database.read);
    expect(rows).toEqual([]);
  });
});
