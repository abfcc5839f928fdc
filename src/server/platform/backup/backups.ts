/** Makes backups of the embedded database in a folder or an object store, verifies and restores them. */

import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BackupPlace, backupPlaceForm, type Config, parseBackupPlace } from '../config.ts';
import {
  type BackupContents,
  BackupError,
  backupName,
  createBackup,
  verifyBackup,
} from '../database/backup.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import { migrate } from '../database/migrate.ts';
import { openSqlite } from '../database/sqlite.ts';
import { makeFolderPrivate } from '../private-files.ts';
import { decryptFile, encryptFile, isEncrypted, saltBytes } from './encryption.ts';
import { type BackupTarget, isFolder, openTarget } from './target.ts';

export type BackupContext = {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupTarget' | 'backupKey'>;
  /** Epoch milliseconds. */
  now: () => number;
  random: (bytes: number) => Buffer;
};

/**
 * Makes a backup, also while a server runs. `where` is a place, or a file to be made; empty for the place of the settings.
 * Afterwards `keep` are kept of those in a place that got their names here, the newest; null for all.
 *
 * @throws BackupError; no backup was removed then
 */
export function makeBackup(
  ctx: BackupContext,
  where: string,
  keep: number | null,
): Promise<{ path: string; rows: number; removed: number }> {
  const { dataDir, backupKey } = ctx.config;
  return explained('The backup could not be made', async () => {
    refuseServer(ctx, 'backed up by its own tools, as pg_dump');
    if (!existsSync(join(dataDir, 'patchbay.db')))
      throw new BackupError(`There is no database in the data folder ${dataDir}.`);
    const isNewFile = where !== '' && !isFolder(where) && !where.includes('://') && !where.endsWith('/');
    const place = isNewFile ? folderOf(where) : placeOf(ctx, where);
    const target = openPlace(ctx, place);
    const ending = backupKey === null ? '' : '.enc';
    const name = isNewFile ? basename(where) : `${backupName(ctx.now())}${ending}`;
    if (isNewFile && existsSync(where))
      throw new BackupError(`${where} is there already; a backup overwrites nothing.`);
    // What is not encrypted yet does not go to where the backups are.
    const folders = [backupKey === null ? target.workFolder : dataDir, target.workFolder] as const;
    return await withWorkFolders(dataDir, folders, async (plainFolder, lastFolder) => {
      const plain = join(plainFolder, 'copy.db');
      const rows = createBackup(dataDir, plain);
      const last = backupKey === null ? plain : join(lastFolder, 'copy.enc');
      if (backupKey !== null) await encryptFile(plain, last, backupKey, ctx.random(saltBytes));
      flush(last);
      await target.put(name, last);
      const removed = keep === null || isNewFile ? 0 : await removeOld(target, keep);
      return { path: pathIn(place, name), rows, removed };
    });
  });
}

/**
 * Restores a backup into a folder that is removed afterwards: checks it, compares its counts with those of when it was made, and
 * brings it up to date as a start would. `which` is a file, or a name in the place of the settings; empty for the newest there.
 *
 * @throws BackupError
 */
export function verifyStored(ctx: BackupContext, which: string): Promise<BackupContents & { path: string }> {
  return explained('The backup could not be verified', () =>
    withBackup(ctx, which, ({ path, contents }) => ({ ...contents, path })),
  );
}

/**
 * Puts a backup in the place of the database, where there is none. `which` as for `verifyStored`.
 *
 * @throws BackupError; nothing was changed then
 */
export function restoreBackup(ctx: BackupContext, which: string): Promise<BackupContents & { path: string }> {
  const { dataDir } = ctx.config;
  return explained('Nothing was restored', async () => {
    refuseServer(ctx, 'restored by its own tools, as pg_restore');
    makeFolderPrivate(dataDir);
    const lock = lockDataFolder(dataDir);
    if (lock === null)
      throw new BackupError(
        `A Patchbay is running on the data folder ${dataDir}. Stop it first; nothing was changed.`,
      );
    try {
      const database = join(dataDir, 'patchbay.db');
      const found = ['', '-wal', '-shm'].map((end) => database + end).filter((file) => existsSync(file));
      if (found.length > 0)
        throw new BackupError(
          `There is a database already: ${found.join(', ')}. Move it elsewhere first; nothing was changed.`,
        );
      return await withBackup(ctx, which, ({ file, path, contents }) => {
        flush(file);
        // Fails where another program has made one meanwhile.
        linkSync(file, database);
        return { ...contents, path };
      });
    } finally {
      lock.release();
    }
  });
}

type OpenedBackup = { file: string; path: string; contents: BackupContents };

/**
 * Runs `work` on a copy of the backup, which is decrypted, verified and brought up to date by the migrations that it lacks, and
 * removed afterwards.
 */
function withBackup<T>(ctx: BackupContext, which: string, work: (opened: OpenedBackup) => T): Promise<T> {
  const { dataDir, backupKey } = ctx.config;
  makeFolderPrivate(dataDir);
  return withWorkFolders(dataDir, [dataDir, dataDir], async (folder) => {
    const { target, name, path } = await findBackup(ctx, which);
    const stored = join(folder, 'stored');
    await target.get(name, stored);
    const isPlain = !(await isEncrypted(stored));
    if (!isPlain && backupKey === null)
      throw new BackupError(`${path} is encrypted: set BACKUP_KEY to the key that it was made with.`);
    const file = isPlain ? stored : join(folder, 'patchbay.db');
    if (!isPlain) await decryptFile(stored, file, backupKey ?? '');
    const contents = verifyBackup(file);
    await bringUpToDate(file, ctx.now());
    return work({ file, path, contents });
  });
}

async function findBackup(
  ctx: BackupContext,
  which: string,
): Promise<{ target: BackupTarget; name: string; path: string }> {
  const isFile = which !== '' && existsSync(which) && !isFolder(which);
  if (!isFile && which !== '' && ctx.config.backupTarget === null)
    throw new BackupError(`There is no file ${which}, and BACKUP_TARGET is not set.`);
  const place = isFile ? folderOf(which) : placeOf(ctx, '');
  const target = openPlace(ctx, place);
  if (isFile) return { target, name: basename(which), path: which };
  const names = await target.list();
  const name =
    which === ''
      ? names
          .filter((each) => namesBackup.test(each))
          .sort()
          .at(-1)
      : which;
  if (name === undefined || !names.includes(name))
    throw new BackupError(`There is no backup ${which === '' ? '' : `${which} `}in ${pathIn(place, '')}.`);
  return { target, name, path: pathIn(place, name) };
}

async function bringUpToDate(file: string, now: number): Promise<void> {
  const database = openSqlite(file);
  try {
    await migrate(database, now);
  } finally {
    await database.close();
  }
  // So that all of it is in the one file.
  const single = new DatabaseSync(file);
  single.exec('pragma journal_mode = delete');
  single.close();
}

const namesBackup = /^patchbay-\d{8}T\d{6}Z\.db(\.enc)?$/;

/** Removes all but the newest `keep`; returns how many. Their names are in the order of their times. */
async function removeOld(target: BackupTarget, keep: number): Promise<number> {
  const old = (await target.list())
    .filter((name) => namesBackup.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) await target.remove(name);
  return old.length;
}

function placeOf({ config }: BackupContext, where: string): BackupPlace {
  if (where === '') {
    if (config.backupTarget === null) throw new BackupError('Name a place for it, or set BACKUP_TARGET.');
    return config.backupTarget;
  }
  const place = parseBackupPlace(where);
  if (place === undefined) throw new BackupError(`The place of a backup must be ${backupPlaceForm}.`);
  return place;
}

function folderOf(file: string): BackupPlace {
  return { kind: 'folder', folder: dirname(resolve(file)) };
}

function openPlace({ config, now }: BackupContext, place: BackupPlace): BackupTarget {
  if (place.kind === 'folder' && !isFolder(place.folder))
    throw new BackupError(
      `There is no folder ${place.folder}; it is not made here, as a disk may be missing.`,
    );
  return openTarget(place, config.dataDir, now);
}

/** Without the credentials. */
function pathIn(place: BackupPlace, name: string): string {
  return place.kind === 'folder'
    ? join(place.folder, name)
    : `${place.origin}/${place.bucket}/${place.prefix}${name}`;
}

/**
 * Gives `work` a folder in each of `parents`, which is removed afterwards, and so is what a process has left that was killed.
 * There is one backup at a time.
 */
async function withWorkFolders<T>(
  dataDir: string,
  parents: readonly [string, string],
  work: (first: string, second: string) => Promise<T>,
): Promise<T> {
  const lock = lockDataFolder(dataDir, 'backup.lock');
  if (lock === null)
    throw new BackupError('Another backup is being made, verified or restored; try again later.');
  // Installations may share a folder for their backups.
  const name = `.unfinished-${hash('sha256', resolve(dataDir)).slice(0, 12)}`;
  const [first, second] = [join(parents[0], name), join(parents[1], name)];
  const remove = () => {
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    remove();
    for (const folder of new Set([first, second])) mkdirSync(folder, { mode: 0o700 });
    return await work(first, second);
  } finally {
    remove();
    lock.release();
  }
}

function refuseServer({ config }: BackupContext, how: string): void {
  if (config.databaseUrl !== null) throw new BackupError(`DATABASE_URL is set; a PostgreSQL is ${how}.`);
}

/** So that it outlasts a power failure. */
function flush(file: string): void {
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
}

/** Whatever fails in `work` becomes a sentence that begins with `what`. */
async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${what}: ${reason.replace(/\.$/, '')}.`);
  }
}
