/** Exclusive locks on a data folder: one process serves from its embedded database at a time, and one makes a backup. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFilePrivate } from '../private-files.ts';

export type DataFolderLock = { release(): void };

/**
 * Locks the folder for this process, for serving or by another name; null when another one holds the lock. The lock is the operating
 * system's, so it ends with the process however that ends. Reading and writing the database itself stays
 * open to other programs.
 *
 * @throws when the folder cannot be written
 */
export function lockDataFolder(folder: string, name = 'patchbay.lock'): DataFolderLock | null {
  const file = join(folder, name);
  makeFilePrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

/** SQLITE_BUSY. */
const sqliteBusy = 5;
