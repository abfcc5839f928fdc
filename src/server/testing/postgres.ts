/** A real PostgreSQL for tests: the server that all files of a run share, and databases on it. */

import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { type CitusNodes, cloneDistributed, dropOnEachNode } from './citus.ts';

export type TestPostgres = {
  /** Makes an empty database and gives its URL. */
  create(): Promise<string>;
  /** Makes one that is migrated, at the time 0. */
  createMigrated(): Promise<string>;
  stop(): Promise<void>;
};

const installFolder = '/usr/lib/postgresql';
/** What such a server wrote is not read after a crash of the machine. */
const keepsNothing = ['fsync', 'full_page_writes', 'synchronous_commit'].flatMap((name) => [
  '-c',
  `${name}=off`,
]);

/** The folder of the newest server binaries that a system package brought, or null. */
export function postgresBinFolder(): string | null {
  try {
    const newest = readdirSync(installFolder).sort((a, b) => Number(b) - Number(a))[0];
    return newest === undefined ? null : join(installFolder, newest, 'bin');
  } catch {
    return null;
  }
}

/** An unprivileged user to run as: the server refuses to run as root. null where none is needed or known. */
export function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** True where this run has a PostgreSQL server. */
export function hasTestPostgres(): boolean {
  return inject('postgresUrl') !== null;
}

/**
 * Databases on the server of this run; `stop` drops those that were made.
 *
 * @throws where there is none
 */
export function sharedTestPostgres(): TestPostgres {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('This machine has no PostgreSQL.');
  const nodes = inject('citusNodes');
  return nodes === null ? testPostgresAt(url) : testCitusOn(nodes);
}

/** Whether the databases of a Citus cluster are written at its nodes, and not through the coordinator alone. */
export const isWrittenAtNodes = process.env.TEST_CITUS_NODES === 'direct';

/** How the tests open a database. */
export function testAddresses(): { isDistributed: boolean; writesAtNodes: boolean } {
  return { isDistributed: isOnCitus(), writesAtNodes: isOnCitus() && isWrittenAtNodes };
}

/** True where the PostgreSQL of this run is a Citus cluster, and nothing else is tested. */
export function isOnCitus(): boolean {
  return inject('citusNodes') !== null;
}

/**
 * Starts a server that keeps nothing and resolves when it answers.
 *
 * @throws where this machine has no server binaries
 */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = postgresBinFolder();
  if (bin === null) throw new Error('This machine has no PostgreSQL.');
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const identity = user ?? {};
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'patchbay', '-A', 'trust', '-E', 'UTF8', '-N'], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', ...keepsNothing],
    { ...identity, cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = `postgres://patchbay@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  return {
    url,
    async stop() {
      server.kill('SIGINT');
      await ended;
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
    create: () => create(),
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
/** The key of an advisory lock; any number that the product does not use. */
const templateLock = 5_120_607;

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
  return `create database ${name} locale_provider libc locale 'C.UTF-8' template ${from}`;
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
