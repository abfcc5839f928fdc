/** Opens the database that the settings name, and migrates it. */

import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../errors.ts';
import { makeFilePrivate, makeFilePrivateIfExists, makeFolderPrivate } from '../private-files.ts';
import { continueLogNumbers, numberByClocks } from './continue-log-numbers.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Database } from './database.ts';
import { servingProblem } from './distribute.ts';
import { migrate } from './migrate.ts';
import { problemOfNodes } from './nodes-problem.ts';
import { openPostgres, type PostgresProbe, probePostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { copyBeforeUpgrade } from './upgrade-copy.ts';

/**
 * `databasePool` is how many connections a process opens to PostgreSQL. `databaseNotifyUrl` leads to the same database
 * past a pooler that gives a connection of the server to each transaction, `databaseReadUrl` to a replica of it. With `databaseNodes` the
 * process writes at the nodes of a Citus cluster that have the shards.
 */
export type DatabaseLocation = {
  dataDir: string;
  databaseUrl: string | null;
  databaseNotifyUrl?: string | null;
  databaseReadUrl?: string | null;
  databaseNodes?: 'coordinator' | 'direct';
  databasePool: number;
};

/** The database cannot be used; the message is one sentence that says why. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/**
 * Opens the database and migrates it. `exclusive` locks the data folder of the embedded file, which only one process
 * can; `shared` is for tools that run while a server does.
 *
 * @throws DatabaseUnavailable
 */
export function openDatabase(
  place: DatabaseLocation,
  mode: 'exclusive' | 'shared',
  now: number,
): Promise<Database> {
  return place.databaseUrl === null
    ? openEmbedded(place.dataDir, mode === 'exclusive', now)
    : openServer(place, place.databaseUrl, mode === 'exclusive', now);
}

/**
 * Opens the database as it is, to look at it; null where there is none yet.
 *
 * @throws DatabaseUnavailable
 */
export async function openWithoutMigrating(place: DatabaseLocation): Promise<Database | null> {
  const { dataDir, databaseUrl: url, databaseNotifyUrl: sessionUrl = null, databasePool } = place;
  if (url !== null) {
    const { isDistributed } = await probe(url);
    return openPostgres(url, databasePool, { sessionUrl, readUrl: null, isDistributed });
  }
  const file = join(dataDir, 'patchbay.db');
  if (!existsSync(file)) return null;
  return orUnavailable(`The database ${file} cannot be opened`, () => openSqlite(file));
}

async function openEmbedded(folder: string, isExclusive: boolean, now: number): Promise<Database> {
  try {
    makeFolderPrivate(folder);
  } catch (error) {
    throw new DatabaseUnavailable(`The data folder ${folder} cannot be created: ${errorText(error)}.`);
  }
  const lock = orUnavailable(`The data folder ${folder} cannot be written`, () => {
    if (!isExclusive) return noLock;
    // Of a file system that is read-only, SQLite says no more than that it cannot open the file.
    accessSync(folder, constants.W_OK);
    return lockDataFolder(folder);
  });
  if (lock === null) {
    throw new DatabaseUnavailable(`Another Patchbay is already running on the data folder ${folder}.`);
  }
  const file = join(folder, 'patchbay.db');
  try {
    const database = orUnavailable(`The database ${file} cannot be opened`, () => openPrivately(file));
    await prepareOrClose(database, async () => {
      await copyBeforeUpgrade(database, folder, now);
      await migrate(database, now);
      // A tool leaves that to the server.
      if (isExclusive) await continueLogNumbers(database, now);
    });
    return {
      ...database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** SQLite gives the journal files that it creates the mode of the database. */
function openPrivately(file: string): Database {
  makeFilePrivate(file);
  for (const end of ['-wal', '-shm', '-journal']) makeFilePrivateIfExists(file + end);
  return openSqlite(file);
}

const noLock = { release() {} };

async function openServer(
  place: DatabaseLocation,
  url: string,
  isServing: boolean,
  now: number,
): Promise<Database> {
  const { databaseNotifyUrl: sessionUrl = null, databaseReadUrl: readUrl = null, databasePool } = place;
  const { identity, isDistributed } = await probe(url);
  const writesAtNodes = place.databaseNodes === 'direct';
  if (writesAtNodes && !isDistributed)
    throw new DatabaseUnavailable(
      'DATABASE_NODES is direct, but the database is not distributed over the nodes of a cluster.',
    );
  if (sessionUrl !== null && (await probe(sessionUrl)).identity !== identity)
    throw new DatabaseUnavailable('DATABASE_NOTIFY_URL leads to another database than DATABASE_URL.');
  const database = openPostgres(url, databasePool, { sessionUrl, readUrl, isDistributed, writesAtNodes });
  await prepareOrClose(database, async () => {
    await migrate(database, now);
    // A tool may be the one that distributes the rest.
    const problem = isServing ? await servingProblem(database.read) : null;
    if (problem !== null) throw new Error(problem);
    await continueLogNumbers(database, now);
    if (!isDistributed || !isServing) return;
    if (writesAtNodes) await numberByClocks(database);
    const nodesProblem = await problemOfNodes(database.read, url);
    if (nodesProblem !== null) throw new Error(nodesProblem);
  });
  return database;
}

async function probe(url: string): Promise<PostgresProbe> {
  const { host, pathname } = new URL(url);
  try {
    return await probePostgres(url);
  } catch (error) {
    throw new DatabaseUnavailable(
      `The database ${pathname.slice(1)} at ${host} cannot be used: ${errorText(error)}.`,
    );
  }
}

async function prepareOrClose(database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await database.close();
    throw new DatabaseUnavailable(`The database cannot be brought up to date: ${errorText(error)}.`);
  }
}

function orUnavailable<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new DatabaseUnavailable(`${what}: ${errorText(error)}.`);
  }
}

/** The message of an error on one line, without its full stop. A refused connection has only a code. */
function errorText(error: unknown): string {
  if (error instanceof Refusal && error.cause !== undefined) return errorText(error.cause);
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const line = (text || code).split('\n', 1).join('').replace(/\.$/, '');
  const isFull = line === 'database or disk is full' || code === 'ENOSPC';
  return isFull ? `${line}; free space on it, or set DATA_DIR to a folder on another disk` : line;
}
