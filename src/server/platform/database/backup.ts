/** Online backup of the embedded file, while a server writes to it. */

import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backupPlace } from './continue-log-numbers.ts';

/** The backup failed; the message is one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a consistent snapshot to `file` and verifies that the copy can be opened and is intact. Returns its number of
 * rows. A server may write meanwhile.
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
    const rows = verifyCopy(unfinished);
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

/** So that a server that starts on it knows that it was restored. A file of an older version has no place for it. */
function markAsBackup(target: string): void {
  const database = new DatabaseSync(target);
  try {
    const found = database.prepare("select 1 from sqlite_master where name = 'log_numbers'").get();
    if (found !== undefined) database.prepare('update log_numbers set place = ?').run(backupPlace);
  } finally {
    database.close();
  }
  const file = openSync(target, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** The number of rows of the copy. @throws BackupError */
function verifyCopy(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const checks = database.prepare('pragma integrity_check').all();
    const verdict = String(checks[0]?.integrity_check);
    if (verdict !== 'ok') throw new BackupError(`The backup is not whole: ${verdict}.`);
    const broken = database.prepare('pragma foreign_key_check').all();
    if (broken.length > 0)
      throw new BackupError(`The backup is not whole: ${broken.length} rows lack theirs.`);
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return tables.reduce((sum, { name }) => sum + countRows(database, String(name)), 0);
  } finally {
    database.close();
  }
}

function countRows(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as count from "${table}"`).get()?.count);
}
