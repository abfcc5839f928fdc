/** A real PostgreSQL for tests: the server that all files of a run share, and databases on it. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { type CitusNodes, cloneDistributed, dropOnEachNode } from './citus.ts';
import {
  databaseLocale,
  initializePostgres,
  postgresBinFolder,
  unprivilegedUser,
} from './postgres-programs.ts';

export type TestPostgres = {
  /** Makes an empty database, or a copy of one that nobody is connected to, and gives its URL. */
  create(from?: string): Promise<string>;
  /** Makes one that is migrated, at the time 0. */
  createMigrated(): Promise<string>;
  stop(): Promise<void>;
};

/** What such a server wrote is not read after a crash of the machine. */
const keepsNothing = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
  // It may be in memory.
  'max_wal_size=128MB',
].flatMap((setting) => ['-c', setting]);

/** Databases on the server of this run; `stop` drops those that were made. */
export function sharedTestPostgres(): TestPostgres {
  const nodes = inject('citusNodes');
  return nodes === null ? testPostgresAt(inject('postgresUrl')) : testCitusOn(nodes);
}

/** Whether the databases of a Citus cluster are written at its nodes, and not through the coordinator alone. */
export const isWrittenAtNodes = process.env.TEST_CITUS_NODES === 'direct';

/**
 * TEST_POOL_OF_ONE=1: the databases under test have one connection, so that what asks for a second one while it has one never ends. It is
 * about PostgreSQL, and nothing else is tested.
 */
export const isPoolOfOne = process.env.TEST_POOL_OF_ONE === '1';

/** Opens a database as the tests of all databases do. */
export function openTestPostgres(url: string): Database {
  return openPostgres(url, isPoolOfOne ? 1 : undefined, testAddresses());
}

/** How the tests open a database. */
export function testAddresses(): { isDistributed: boolean; writesAtNodes: boolean } {
  return { isDistributed: isOnCitus(), writesAtNodes: isOnCitus() && isWrittenAtNodes };
}

/** True where the PostgreSQL of this run is a Citus cluster, and nothing else is tested. */
export function isOnCitus(): boolean {
  return inject('citusNodes') !== null;
}

type OwnPostgres = { url: string; stop(): Promise<void> };

/** Starts a server that keeps nothing and resolves when it answers. */
export function startPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-postgres-'));
  return startPostgresOn(folder, initializePostgres(folder));
}

/** The same with its database migrated, at the time 0. */
export async function startMigratedPostgres(): Promise<OwnPostgres> {
  const migrated = inject('migratedPostgresFolder');
  await withClient(inject('postgresUrl'), async (client) => {
    // Of all processes the first makes it.
    await client.query(`select pg_advisory_lock(${migratedDataLock})`);
    if (!existsSync(join(migrated, 'data'))) await migrateData(migrated);
  });
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-postgres-'));
  return startPostgresOn(folder, initializePostgres(folder, join(migrated, 'data')));
}

async function migrateData(migrated: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-postgres-'));
  const data = initializePostgres(folder);
  const server = await startPostgresOn(folder, data, () => renameSync(data, join(migrated, 'data')));
  const database = openPostgres(server.url, 1);
  await migrate(database, 0);
  await database.close();
  await server.stop();
}

/** `stopped` is called before its folder is removed. */
async function startPostgresOn(folder: string, data: string, stopped = () => {}): Promise<OwnPostgres> {
  const port = await freePort();
  const server = spawn(
    join(postgresBinFolder(), 'postgres'),
    ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', ...keepsNothing],
    { ...unprivilegedUser(), cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgres://patchbay@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  return {
    url,
    async stop() {
      server.kill('SIGINT');
      await ended;
      stopped();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function testCitusOn(nodes: CitusNodes): TestPostgres {
  const made: string[] = [];
  const create = () => {
    const name = testDatabaseName();
    made.push(name);
    return cloneDistributed(nodes, name);
  };
  return {
    create,
    createMigrated: create,
    async stop() {
      for (const name of made) await dropOnEachNode(nodes, name);
    },
  };
}

function testDatabaseName(): string {
  return `patchbay_test_${randomUUID().replaceAll('-', '')}`;
}

function testPostgresAt(url: string): TestPostgres {
  const made: string[] = [];
  const create = async (template?: string) => {
    const name = testDatabaseName();
    await runSql(url, createDatabase(name, template));
    made.push(name);
    return databaseAt(url, name);
  };
  return {
    create: (from) => create(from === undefined ? undefined : new URL(from).pathname.slice(1)),
    async createMigrated() {
      template ??= makeTemplate(url, inject('postgresTemplate'));
      return create(await template);
    },
    async stop() {
      for (const name of made) await runSql(url, `drop database ${name} with (force)`);
    },
  };
}

/** The template of this process, which is that of all: the first migrates it, and no one connects to it after that. */
let template: Promise<string> | undefined;
/** Keys of advisory locks; any numbers that the product does not use. */
const templateLock = 5_120_607;
const migratedDataLock = 5_120_608;

async function makeTemplate(url: string, name: string): Promise<string> {
  await withClient(url, async (client) => {
    await client.query(`select pg_advisory_lock(${templateLock})`);
    const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [name]);
    if (rows[0]?.datistemplate === true) return;
    // Of a process that ended in between.
    if (rows.length > 0) await client.query(`drop database ${name} with (force)`);
    await client.query(createDatabase(name));
    const database = openPostgres(databaseAt(url, name), 1);
    await migrate(database, 0);
    await database.close();
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

function createDatabase(name: string, from = 'template0'): string {
  return `create database ${name} ${databaseLocale} template ${from}`;
}

function databaseAt(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** @throws what the server answers */
export function runSql(url: string, sql: string): Promise<void> {
  return withClient(url, async (client) => void (await client.query(sql)));
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws when it does not answer within 60 s */
export async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    try {
      return await runSql(url, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL was started but did not answer within 60 s.');
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
