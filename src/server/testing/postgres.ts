/** A real PostgreSQL for tests: the one that TEST_DATABASE_URL names, or one started for the test alone. */

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

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

/** True when a server is named or can be started on this machine. */
export function hasTestPostgres(named: string | undefined): boolean {
  return named !== undefined || postgresBinFolder() !== null;
}

/**
 * `named` is the URL of a server that is there already and whose user may make databases.
 *
 * @throws when there is none and none can be started
 */
export async function startTestPostgres(named: string | undefined): Promise<TestPostgres> {
  if (named !== undefined) return testPostgresAt(named, async () => {});
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
  return testPostgresAt(url, async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
}

function testPostgresAt(url: string, stop: () => Promise<void>): TestPostgres {
  const made: string[] = [];
  return {
    async create() {
      const name = `patchbay_test_${process.pid}_${made.length}`;
      await runSql(url, `create database ${name} locale_provider libc locale 'C.UTF-8' template template0`);
      made.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    async stop() {
      for (const name of made) await runSql(url, `drop database ${name} with (force)`);
      await stop();
    },
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** @throws when it does not answer within 15 s */
export async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      return await runSql(url, 'select 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('PostgreSQL was started but did not answer within 15 s.');
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
