/** The copy of the embedded file that is made before a new version migrates it: the way back to the version before. */

import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderPrivate } from '../private-files.ts';
import { BackupError, backupName, createBackup } from './backup.ts';
import type { Database } from './database.ts';
import { migrationState } from './migrate.ts';

const folderName = 'before-upgrade';

/**
 * Makes the copy where there is something to migrate, in place of an earlier one. `now` is epoch milliseconds.
 *
 * @throws BackupError when it cannot be made, as on a disk without room for it
 */
export async function copyBeforeUpgrade(database: Database, dataDir: string, now: number): Promise<void> {
  const { applied, missing, unservable } = await migrationState(database);
  if (applied === 0 || missing.length === 0 || unservable !== undefined) return;
  const folder = join(dataDir, folderName);
  makeFolderPrivate(folder);
  const name = backupName(now);
  // Of the same second: a start that was cut off.
  rmSync(join(folder, name), { force: true });
  try {
    createBackup(dataDir, join(folder, name));
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(`${error.message} ${describeUpgradeCopy(dataDir)} Nothing was changed.`);
  }
  removeUpgradeCopies(dataDir, now);
}

/** Removes copies of before a time in epoch milliseconds. */
export function removeUpgradeCopies(dataDir: string, before: number): void {
  const folder = join(dataDir, folderName);
  for (const name of namesIn(folder))
    if (name < backupName(before)) rmSync(join(folder, name), { force: true });
}

/** How much room it needs, as a sentence. */
export function describeUpgradeCopy(dataDir: string): string {
  const { bavail, bsize } = statfsSync(dataDir);
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  const { size } = statSync(join(dataDir, 'patchbay.db'));
  const room = `which takes up to ${megabytes(size)}, and ${megabytes(bavail * bsize)} are free.`;
  return `A copy of the file is put into ${join(dataDir, folderName)} before the change, ${room}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There was no upgrade yet.
    return [];
  }
}
