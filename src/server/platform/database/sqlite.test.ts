/** What the embedded file promises beyond the contract that all databases keep. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeMigratedFile } from '../../testing/migrated-file.ts';
import { EventLoopTurn, maxTurnMs } from '../event-loop-turn.ts';
import type { Database, Queries } from './database.ts';
import { personalColumns } from './schema/contact-data.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let file: string;
let database: Database;
let now: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-sqlite-'));
  file = join(folder, 'patchbay.db');
  // Writes take no time where a test does not move the clock.
  now = 0;
  await placeMigratedFile(folder);
  database = openSqlite(file, new EventLoopTurn(() => now));
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (tx: Queries, sid: string) =>
  tx.insertInto('accounts').values({ sid, name: sid, user: '', token_hash: '', created_at: 0 }).execute();
const sids = async () =>
  (await database.read.selectFrom('accounts').select('sid').execute()).map(({ sid }) => sid);

it('commits writes that arrive together in one group, and resolves them after the commit', async () => {
  const other = new DatabaseSync(file, { readOnly: true });
  const countFromOutside = () => Number(other.prepare('select count(*) as n from accounts').get()?.n);
  const seen = await Promise.all(
    ['a', 'b', 'c'].map(async (sid) => {
      let before = -1;
      await database.write(async (tx) => {
        await add(tx, sid);
        before = countFromOutside();
      });
      return [before, countFromOutside()];
    }),
  );
  other.close();
  expect(seen).toEqual([
    [0, 3],
    [0, 3],
    [0, 3],
  ]);
});

it('commits a group early when its writes take long, and lets the event loop turn before the rest', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const seen = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (sid) => {
      await database.write(async (tx) => {
        await add(tx, sid);
        now += maxTurnMs / 2;
      });
      return { sids: await sids(), turns };
    }),
  );
  clearInterval(counting);
  expect(seen.map((each) => each.sids.length)).toEqual([2, 2, 4, 4]);
  expect(seen[2]?.turns).toBeGreaterThan(seen[1]?.turns ?? 0);
});

it('finishes more works than one transaction takes', async () => {
  await Promise.all(Array.from({ length: 300 }, (_, n) => database.write((tx) => add(tx, `s${n}`))));
  expect(await sids()).toHaveLength(300);
});

it('runs works again when one beside them throws after a change, and only then', async () => {
  const runs: string[] = [];
  const work = (sid: string) => (tx: Queries) => {
    runs.push(sid);
    return add(tx, sid);
  };
  const failing = (sid: string, changes: boolean) => async (tx: Queries) => {
    runs.push(sid);
    if (changes) await add(tx, sid);
    else await tx.selectFrom('accounts').select('sid').execute();
    throw new Error(`${sid} failed`);
  };
  const looking = await Promise.allSettled(
    [work('a'), failing('b', false), work('c')].map((each) => database.write(each)),
  );
  expect(looking.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs.splice(0)).toEqual(['a', 'b', 'c']);

  const changing = await Promise.allSettled(
    [work('d'), failing('e', true), work('f')].map((each) => database.write(each)),
  );
  expect(changing.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(runs).toEqual(['d', 'e', 'd', 'e', 'f']);
  expect(await sids()).toEqual(['a', 'c', 'd', 'f']);
});

it('rejects queries of a write that has been rejected', async () => {
  const refused: unknown[] = [];
  const slow = database.write(async (tx) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await add(tx, 'late').catch((error) => refused.push(error));
  });
  await expect(slow).rejects.toThrow('awaited something other than its own queries');
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  expect(await sids()).toEqual([]);
});

it('refuses a work that waits for something other than its queries', async () => {
  const slow = database.write(async (tx) => {
    await add(tx, 'slow');
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const quick = database.write((tx) => add(tx, 'quick'));
  await expect(slow).rejects.toThrow('awaited something other than its own queries');
  await quick;
  expect(await sids()).toEqual(['quick']);
});

it('refuses a write inside a write', async () => {
  const outer = database.write(async (tx) => {
    await add(tx, 'outer');
    await database.write((inner) => add(inner, 'inner'));
  });
  await expect(outer).rejects.toThrow('may not begin another write');
  expect(await sids()).toEqual([]);
});

it('refuses queries on a transaction that is over', async () => {
  let leaked: Queries | undefined;
  await database.write(async (tx) => {
    leaked = tx;
  });
  await expect(leaked?.selectFrom('accounts').selectAll().execute()).rejects.toThrow('outside its write');
});

it('lets nothing be changed by way of reading', async () => {
  await expect(add(database.read, 'sneaked')).rejects.toThrow('readonly');
});

it('finishes what is under way before it closes, and takes nothing more', async () => {
  const last = database.write((tx) => add(tx, 'last'));
  await database.close();
  await last;
  await expect(database.write((tx) => add(tx, 'late'))).rejects.toThrow('closed');
  database = openSqlite(file);
  expect(await sids()).toEqual(['last']);
});

it('fails a group whose transaction is lost, and works on', async () => {
  const [first, second] = await Promise.allSettled([
    database.write(async (tx) => {
      await add(tx, 'kept by nobody');
    }),
    database.write(async (tx) => {
      // What SQLite does by itself when the disk is full.
      await tx.executeQuery({ sql: 'rollback', parameters: [], query: {} as never, queryId: {} as never });
      throw new Error('disk full');
    }),
  ]);
  expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
  await database.write((tx) => add(tx, 'after'));
  expect(await sids()).toEqual(['after']);
});

it('leaves nothing personal in the unused space of pages once its rows are gone', async () => {
  const writer = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  writer.exec('pragma secure_delete = on; pragma cache_size = 10');
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647);
  const value = (row: number, column: string, type: string) => {
    if (personalColumns.includes(column)) return `${random()}-${row % 2 === 0 ? 'Zanzibar' : 'kept'}`;
    return /int/i.test(type) ? row : String(random());
  };
  const tables = new Set(personalColumns.map((column) => column.slice(0, column.indexOf('.'))));
  for (const table of tables) {
    const columns = writer.prepare(`pragma table_info(${table})`).all() as { name: string; type: string }[];
    const insert = writer.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
    writer.exec('begin');
    for (let row = 0; row < 1_000; row += 1)
      insert.run(...columns.map(({ name, type }) => value(row, `${table}.${name}`, type)));
    writer.exec('commit; begin');
    const personal = columns.filter(({ name }) => personalColumns.includes(`${table}.${name}`));
    const isGone = personal.map(({ name }) => `"${name}" like '%Zanzibar'`).join(' or ');
    writer.exec(`delete from ${table} where ${isGone}`);
    writer.exec('commit');
  }
  writer.close();
  const isThere = () => readFileSync(file).includes('Zanzibar');
  expect(isThere()).toBe(true);
  await database.eraseDeleted();
  expect(isThere()).toBe(false);
});
