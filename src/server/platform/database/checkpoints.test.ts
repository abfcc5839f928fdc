/** The thread that copies the write-ahead log of the embedded file back. */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { diskFolder } from '../../testing/memory-folder.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let file: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(diskFolder(), 'patchbay-checkpoints-'));
  file = join(folder, 'patchbay.db');
  database = openSqlite(file);
  await database.write((tx) => sql`create table notes (bytes blob)`.execute(tx));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const mega = 1_000_000;
const add = (bytes: number) =>
  database.write((tx) => sql`insert into notes values (${Buffer.alloc(bytes, 'x')})`.execute(tx));
const addMany = async (megabytes: number) => {
  for (let nth = 0; nth < megabytes; nth += 1) await add(mega);
};
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

it('copies the log while the connection that writes leaves it alone', async () => {
  // Less than the length from which on that connection does it.
  await addMany(20);
  await vi.waitFor(() => expect(sizeOf(file)).toBeGreaterThan(15 * mega), 10_000);
});

it('lets the log start over, so that it does not grow with what is written', async () => {
  await addMany(250);
  expect(sizeOf(`${file}-wal`)).toBeLessThan(125 * mega);
}, 60_000);

it('counts what is deleted, and copied within the database', async () => {
  /** One begins at a commit, when none is under way. */
  const eventually = (isSo: () => boolean) =>
    vi.waitFor(async () => {
      await add(1);
      expect(isSo()).toBe(true);
    }, 20_000);
  await add(20 * mega);
  await eventually(() => sizeOf(file) > 15 * mega);
  await database.write((tx) => sql`insert into notes select bytes from notes`.execute(tx));
  await eventually(() => sizeOf(file) > 35 * mega);
  await database.write((tx) => sql`delete from notes`.execute(tx));
  await eventually(() => !readFileSync(file).includes('x'.repeat(1_000)));
}, 60_000);

it('keeps what is read in the log, and ends with the database', async () => {
  await add(10);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('begin');
  const before = reader.prepare('select count(*) as rows from notes').get();
  await addMany(20);
  expect(reader.prepare('select count(*) as rows from notes').get()).toEqual(before);
  reader.close();
  await database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  const copy = new DatabaseSync(file, { readOnly: true });
  expect(copy.prepare('select count(*) as rows from notes').get()).toEqual({ rows: 21 });
  copy.close();
});

it('is out of the way where the log is to be emptied', async () => {
  await migrate(database, 1);
  await addMany(20);
  await database.eraseDeleted();
  expect(sizeOf(`${file}-wal`)).toBe(0);
});
