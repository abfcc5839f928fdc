/** For tests: a real PgBouncer in transaction mode in front of a PostgreSQL. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { unprivilegedUser } from './postgres-programs.ts';

/** The program as a system package installs it, or null. */
export function pgBouncerProgram(): string | null {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, 'pgbouncer')).find(isExecutable);
  return found ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export class PgBouncer {
  /** Leads to the database of `target` through the pooler. */
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, child: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = child;
  }

  /**
   * Listens on `port` and has up to `connections` to the database that `target` leads to, without a password.
   * @throws when this machine has no PgBouncer, or when it does not start
   */
  static async start(target: string, port: number, connections: number): Promise<PgBouncer> {
    const program = pgBouncerProgram();
    if (program === null) throw new Error('This machine has no PgBouncer.');
    const { username, hostname, port: targetPort, pathname } = new URL(target);
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-pgbouncer-'));
    const users = join(folder, 'users.txt');
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(users, `"${username}" ""\n`);
    writeFileSync(
      settings,
      [
        '[databases]',
        `* = host=${hostname} port=${targetPort}`,
        '[pgbouncer]',
        `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
        `auth_type = trust\nauth_file = ${users}`,
        `pool_mode = transaction\ndefault_pool_size = ${connections}\nmax_client_conn = 200`,
        // A PostgreSQL that restarts is found again soon.
        'server_login_retry = 1',
        '',
      ].join('\n'),
    );
    // The program refuses to run as root; the other user must be able to read this.
    chmodSync(folder, 0o755);
    const child = spawn(program, ['-q', settings], { ...unprivilegedUser(), cwd: folder, stdio: 'ignore' });
    const bouncer = new PgBouncer(`postgres://${username}@127.0.0.1:${port}${pathname}`, folder, child);
    try {
      await waitUntilListening(port, child);
    } catch (error) {
      await bouncer.stop();
      throw error;
    }
    return bouncer;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** @throws when nothing listens within 10 s, or when the process ends before */
async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await wait(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('PgBouncer does not listen.');
}
