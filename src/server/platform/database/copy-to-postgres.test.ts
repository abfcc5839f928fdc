/** What a move to PostgreSQL and a backup hold, on rows in every table that there is. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { createBackup } from './backup.ts';
import { type CopiedTable, copyToPostgres, listSqliteTables } from './copy-to-postgres.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { openDatabase } from './open-database.ts';

const perTable = 3;
const manySteps = 1_200;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-copy-'));
  file = join(folder, 'patchbay.db');
  await (await openDatabase({ dataDir: folder, databaseUrl: null, databasePool: 2 }, 'exclusive', 1)).close();
  fill();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function withFile<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** What a row that points at the row of that number in another table holds; the same row for all its columns. */
function valueIn(database: DatabaseSync, { table, to }: Record<string, unknown>, row: number) {
  const sql = `select "${to}" as value from "${table}" order by rowid limit 1 offset ${row}`;
  return database.prepare(sql).get()?.value ?? null;
}

/** Rows in every table, whatever its columns mean; texts end with the row's number. */
function fill(): void {
  withFile((database) => {
    database.exec('pragma foreign_keys = on; begin');
    for (const { name, selfReference: own } of listSqliteTables(database)) {
      database.exec(`delete from "${name}"`);
      const columns = database.prepare(`pragma table_info("${name}")`).all();
      const targets = new Map(
        database
          .prepare(`pragma foreign_key_list("${name}")`)
          .all()
          .map((key) => [String(key.from), key]),
      );
      const rows = name === 'steps' ? manySteps : perTable;
      for (let row = 1; row <= rows; row += 1) {
        const values = columns.map(({ name: column, type }) => {
          if (own !== null && column === own)
            return row === 1 ? `${name} ${String(targets.get(own)?.to)} 2` : null;
          const target = targets.get(String(column));
          if (target !== undefined) return valueIn(database, target, (row - 1) % perTable);
          // Rows that point at each other are in one shard.
          if (column === 'shard') return 7;
          return String(type).toLowerCase() === 'text' ? `${name} ${column} ${row}` : row;
        });
        // The first row points at the second one of its own table.
        const slots = columns.map(() => '?').join(', ');
        if (row === 1 && own !== null) database.exec('pragma defer_foreign_keys = on');
        database.prepare(`insert into "${name}" values (${slots})`).run(...values);
      }
    }
    database.exec('commit');
  });
}

const countsOf = (database: DatabaseSync) =>
  Object.fromEntries(
    listSqliteTables(database).map(({ name }) => [
      name,
      Number(database.prepare(`select count(*) as count from "${name}"`).get()?.count),
    ]),
  );

describe('a backup', () => {
  it('holds what was committed, while another transaction is open', () => {
    withFile((writer) => {
      writer.exec("begin immediate; update accounts set name = 'not committed'");
      const copy = join(folder, 'copy.db');
      expect(createBackup(folder, copy)).toBeGreaterThan(manySteps);
      const database = new DatabaseSync(copy, { readOnly: true });
      // It notes what it holds.
      const { agreements = 0, ...others } = countsOf(writer);
      expect(countsOf(database)).toEqual({ ...others, agreements: agreements + 1 });
      expect(database.prepare('select name from accounts order by sid').get()?.name).toBe('accounts name 1');
      database.close();
      writer.exec('rollback');
    });
  });

  it('overwrites nothing and leaves nothing half made', () => {
    const copy = join(folder, 'copy.db');
    writeFileSync(copy, 'mine');
    expect(() => createBackup(folder, copy)).toThrow('is there already');
    expect(() => createBackup(folder, join(folder, 'no/such/folder.db'))).toThrow('could not be made');
    expect(() => createBackup(join(folder, 'elsewhere'), join(folder, 'x.db'))).toThrow(
      'There is no database',
    );
  });
});

describe('a move to PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = sharedTestPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  const query = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('copies every row of every table', async () => {
    const url = await server.create();
    withFile((database) => {
      database.prepare("update accounts set name = 'a' || char(0) || 'b' where name like '% 2'").run();
    });
    const reported: CopiedTable[] = [];
    const all = await copyToPostgres(folder, url, 1, (copied) => reported.push(copied));
    expect(reported).toEqual(all);
    const counts = withFile(countsOf);
    expect(Object.fromEntries(all.map(({ table, rows }) => [table, rows]))).toEqual(counts);
    const tables = await query(
      url,
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    expect(tables.map(({ name }) => name).sort()).toEqual([...Object.keys(counts), 'migrations'].sort());
    const before = withFile((database) =>
      database
        .prepare('select * from steps order by execution, seq')
        .all()
        .map((row) => ({ ...row })),
    );
    const after = await query(url, 'select * from steps order by execution, seq');
    expect(after.map((row) => ({ ...row, created_at: Number(row.created_at) }))).toEqual(before);
    expect(all.find(({ table }) => table === 'accounts')?.replacedNuls).toBe(1);
    expect(await query(url, "select name from accounts where sid like '% 2'")).toEqual([
      { name: 'a\ufffdb' },
    ]);
    await expect(copyToPostgres(folder, url, 1, () => {})).rejects.toThrow('is not empty');
    expect(await query(url, 'select count(*)::int as count from accounts')).toEqual([{ count: perTable }]);
  }, 60_000);

  it('is refused while a server runs', async () => {
    const url = await server.create();
    const claim = lockDataFolder(folder);
    await expect(copyToPostgres(folder, url, 1, () => {})).rejects.toThrow('already running');
    claim?.release();
  });
});
