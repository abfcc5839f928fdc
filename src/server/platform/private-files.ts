/** Files and folders that only their owner may read, whatever the umask, and whatever mode they had before. */

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';

const folderMode = 0o700;
const fileMode = 0o600;

/** Creates the folder where it is missing. @throws when it cannot be created */
export function makeFolderPrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    // Of a file system that is read-only, Node says by that only that the folder is missing.
    mkdirSync(folder, { mode: folderMode });
  }
  changeMode(folder, folderMode);
}

/**
 * Creates the file, empty, where it is missing. One that exists is not opened: closing it would end the locks that
 * SQLite holds on it in this process.
 *
 * @throws when it cannot be created
 */
export function makeFilePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', fileMode));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  changeMode(file, fileMode);
}

/** The same for a file that may be missing, and then stays so. */
export function makeFilePrivateIfExists(file: string): void {
  if (existsSync(file)) changeMode(file, fileMode);
}

/** Replaces the content of the file. @throws when it cannot be written */
export function writePrivateFile(file: string, text: string): void {
  makeFilePrivate(file);
  writeFileSync(file, text);
}

/**
 * What belongs to another user (a mounted volume's folder), or a file system without modes, stays as it is: the one who gave
 * this process a folder of that kind decides who may read it.
 */
function changeMode(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
