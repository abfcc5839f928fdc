/** Online backup of the embedded file, while a server writes to it. */

import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { version } from '../checkout.ts';
import { backupPlace } from './continue-log-numbers.ts';

/** A backup cannot be made or used; the message is one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The name of a backup that is made at that time, in epoch milliseconds; in their order when sorted. */
export function backupName(now: number): string {
  return `patchbay-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.db`;
}

/** What a backup was found to hold. */
export type BackupContents = {
  rows: number;
  /** The version that made it, with which its counts were compared; null for one from before that was noted. */
  version: string | null;
};

/**
 * Writes a consistent snapshot to `file` and verifies that the copy can be opened, that each page and row is well formed, and that
 * rows have those that they refer to. Its indexes were built from its rows just before, so they are not compared with them again:
 * that takes half as long as everything else. Returns its number of rows. A server may write meanwhile.
 *
 * @throws BackupError, also when `file` exists; an incomplete copy is removed
 */
export function createBackup(folder: string, file: string): number {
  const source = join(folder, 'patchbay.db');
  if (!existsSync(source)) throw new BackupError(`There is no database in the data folder ${folder}.`);
  if (existsSync(file)) throw new BackupError(`${file} is there already; a backup overwrites nothing.`);
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    // It holds personal data, so it is readable by its owner only. SQLite accepts an empty file as a new one.
    closeSync(openSync(unfinished, 'wx', 0o600));
    copyDatabase(source, unfinished);
    markAsBackup(unfinished);
    const { rows } = verifyBackup(unfinished, 'quick_check');
    // Fails where a file of that name was created meanwhile.
    linkSync(unfinished, file);
    return rows;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The backup ${file} could not be made: ${reason}.`);
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  }
}

function copyDatabase(source: string, target: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5_000 });
  try {
    // One read transaction, so writers neither wait nor appear in the copy.
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

/** Under this name the cluster settings of a backup have what it held when it was made. */
const noteName = 'backup';

type Note = { version: string; rows: Record<string, number> };

/**
 * So that a server that starts on it knows that it was restored, and `verifyBackup` what it held. A file of an older version
 * has no place for it.
 */
function markAsBackup(target: string): void {
  const database = new DatabaseSync(target);
  try {
    const tables = new Set(tableNames(database));
    if (tables.has('log_numbers')) database.prepare('update log_numbers set place = ?').run(backupPlace);
    if (tables.has('agreements')) {
      const note = database.prepare(
        'insert into agreements (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      );
      // Its own row counts as well.
      note.run(noteName, '');
      note.run(noteName, JSON.stringify({ version, rows: countRows(database) } satisfies Note));
    }
  } finally {
    database.close();
  }
  const file = openSync(target, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Opens the file, checks that it is whole, and compares the number of rows of each table with what was noted when it was made.
 *
 * @throws BackupError; whatever SQLite says of a file that is no database
 */
export function verifyBackup(
  file: string,
  check: 'integrity_check' | 'quick_check' = 'integrity_check',
): BackupContents {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const checks = database.prepare(`pragma ${check}`).all();
    const verdict = String(checks[0]?.[check]);
    if (verdict !== 'ok') throw new BackupError(`The backup is not whole: ${verdict}.`);
    const broken = database.prepare('pragma foreign_key_check').all();
    if (broken.length > 0)
      throw new BackupError(`The backup is not whole: ${broken.length} rows lack theirs.`);
    const rows = countRows(database);
    const note = readNote(database);
    const noted = note?.rows ?? rows;
    for (const table of new Set([...Object.keys(rows), ...Object.keys(noted)])) {
      if (rows[table] === noted[table]) continue;
      const counts = `${rows[table] ?? 'no'} rows in ${table}, and had ${noted[table] ?? 'none'} when it was made`;
      throw new BackupError(`The backup is not whole: it has ${counts}.`);
    }
    return { rows: Object.values(rows).reduce((sum, each) => sum + each, 0), version: note?.version ?? null };
  } finally {
    database.close();
  }
}

function readNote(database: DatabaseSync): Note | null {
  if (!tableNames(database).includes('agreements')) return null;
  const found = database.prepare('select value from agreements where name = ?').get(noteName);
  return found === undefined ? null : JSON.parse(String(found.value));
}

/** How many rows each table has. */
function countRows(database: DatabaseSync): Record<string, number> {
  const count = (table: string) =>
    Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count);
  return Object.fromEntries(tableNames(database).map((table) => [table, count(table)]));
}

function tableNames(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => String(name));
}
