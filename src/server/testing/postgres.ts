/** A real PostgreSQL for tests: the server that all files of a run share, and databases on it. */

import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type CitusNodes, cloneDistributed, dropOnEachNode } from './citus.ts';

export type TestPostgres = {
  /** Makes an empty database and gives its URL. */
  create(): Promise<string>;
  stop(): Promise<void>;
};

const installFolder = '/usr/lib/postgresql';

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
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'patchbay', '-A', 'trust', '-E', 'UTF8'], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
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
  return {
    create() {
      const name = testDatabaseName();
      made.push(name);
      return cloneDistributed(nodes, name);
    },
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
  return {
    async create() {
      const name = testDatabaseName();
      await runSql(url, `create database ${name} locale_provider libc locale 'C.UTF-8' template template0`);
      made.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    async stop() {
      for (const name of made) await runSql(url, `drop database ${name} with (force)`);
    },
  };
}

/** @throws what the server answers */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
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
