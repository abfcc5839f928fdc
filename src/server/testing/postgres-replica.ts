/** For tests: a PostgreSQL with a streaming replica, whose replay can be paused. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, waitUntilReady } from './postgres.ts';
import { initializePostgres, postgresBinFolder, unprivilegedUser } from './postgres-programs.ts';

type Server = { url: string; process: ChildProcess };

export class ReplicatedPostgres {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly #folder: string;
  readonly #servers: readonly Server[];

  private constructor(folder: string, primary: Server, replica: Server) {
    this.#folder = folder;
    this.#servers = [primary, replica];
    this.primaryUrl = primary.url;
    this.replicaUrl = replica.url;
  }

  static async start(): Promise<ReplicatedPostgres> {
    const user = unprivilegedUser();
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-replica-'));
    const serve = async (data: string, port: number): Promise<Server> => {
      const args = ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'];
      const child = spawn(join(postgresBinFolder(), 'postgres'), args, {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      });
      const url = `postgres://patchbay@127.0.0.1:${port}/postgres`;
      await waitUntilReady(url);
      return { url, process: child };
    };
    const [first, second] = [initializePostgres(folder), join(folder, 'replica')];
    // A copy of a server that is not running needs no other program.
    execFileSync('cp', ['-R', first, second], { ...user, cwd: folder, stdio: 'ignore' });
    const port = await freePort();
    writeFileSync(join(second, 'standby.signal'), '');
    writeFileSync(
      join(second, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=patchbay'\n`,
    );
    const primary = await serve(first, port);
    return new ReplicatedPostgres(folder, primary, await serve(second, await freePort()));
  }

  /** From now on the replica shows what it had shown last. */
  pauseReplay(): Promise<void> {
    return runSql(this.replicaUrl, 'select pg_wal_replay_pause()');
  }

  resumeReplay(): Promise<void> {
    return runSql(this.replicaUrl, 'select pg_wal_replay_resume()');
  }

  /** Cuts off the replica's sessions. */
  endSessions(): Promise<void> {
    return runSql(
      this.replicaUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'patchbay'`,
    );
  }

  /** Makes the replica a server of its own, which gets nothing any more. */
  promoteReplica(): Promise<void> {
    return runSql(this.replicaUrl, 'select pg_promote()');
  }

  async stop(): Promise<void> {
    for (const server of [...this.#servers].reverse()) {
      const ended = once(server.process, 'exit');
      server.process.kill('SIGQUIT');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function runSql(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
