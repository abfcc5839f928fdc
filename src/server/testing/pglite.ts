/** PostgreSQL inside the process, for tests: it needs no server and keeps nothing. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresQueryResult } from 'kysely';
import { CellCipher } from '../platform/database/cell-cipher.ts';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { databaseOverPool } from '../platform/database/postgres.ts';
import type { Client } from '../platform/database/postgres-connection.ts';

const int8 = 20;

const nodeModules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * The data directory that initdb makes, kept for each release of the library: loading it takes a tenth of the time
 * of making it again, and most test files open a database.
 */
async function emptyDataDirectory(): Promise<Blob> {
  const library = readFileSync(join(nodeModules, '@electric-sql/pglite/package.json'), 'utf8');
  const folder = join(nodeModules, '.cache', 'patchbay');
  const file = join(folder, `pglite-${(JSON.parse(library) as { version: string }).version}.tar`);
  try {
    return new Blob([readFileSync(file)]);
  } catch {
    const engine = new PGlite();
    await engine.waitReady;
    const directory = await engine.dumpDataDir('none');
    await engine.close();
    mkdirSync(folder, { recursive: true });
    // Renamed into place, so that another process finds all of it or nothing.
    const written = `${file}.${process.pid}`;
    writeFileSync(written, Buffer.from(await directory.arrayBuffer()));
    renameSync(written, file);
    return directory;
  }
}

/** A fresh, empty database. It has one connection, so a work that reads past its transaction never ends. */
export function openPglite(): Database {
  return databaseOf(emptyDataDirectory().then(start));
}

let migrated: Promise<Blob> | undefined;

/** A copy of one that each process of the tests migrates, at the time 0: that takes many times as long. */
export async function openMigratedPglite(): Promise<Database> {
  migrated ??= migratedDataDirectory();
  return databaseOf(start(await migrated));
}

async function migratedDataDirectory(): Promise<Blob> {
  const engine = await start(await emptyDataDirectory());
  const database = databaseOf(engine);
  await migrate(database, 0);
  // Otherwise each copy begins with recovering what the migrations wrote.
  await engine.exec('checkpoint');
  const directory = await engine.dumpDataDir('none');
  await database.close();
  return directory;
}

function start(loadDataDir: Blob): PGlite {
  return new PGlite({ loadDataDir, parsers: { [int8]: Number } });
}

function databaseOf(starting: PGlite | Promise<PGlite>): Database {
  const cells = new CellCipher();
  let free: Promise<void> = Promise.resolve();
  const connect = async (): Promise<Client> => {
    const before = free;
    let release = () => {};
    free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    return {
      isTransactionPooled: false,
      isDistributed: false,
      cells,
      query: ask as Client['query'],
      release,
    };
  };
  const ask = async (
    query: string | { text: string },
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> => {
    const sql = typeof query === 'string' ? query : query.text;
    const engine = await starting;
    const { rows, affectedRows } = await engine.query<unknown>(sql, [...parameters]);
    const [word = ''] = sql.trimStart().toUpperCase().split(/\s/, 1);
    return {
      command: word as PostgresQueryResult<unknown>['command'],
      rowCount: affectedRows ?? rows.length,
      rows,
    };
  };
  return databaseOverPool({ connect, end: async () => (await starting).close() }, { cells });
}
