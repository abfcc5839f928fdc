/** For tests: a PostgreSQL of their own that can crash, restart on the same data, and be suspended. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntilReady } from './postgres.ts';
import { initializePostgres, postgresBinFolder, unprivilegedUser } from './postgres-programs.ts';

/**
 * Its processes crash, and the machine does not: what they wrote is there. With flushes, recovery flushes each file of the data first,
 * which takes a slow disk longer than requests wait.
 */
const unflushed = ['fsync=off'];

export class RestartablePostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #bin: string;
  readonly #port: number;
  readonly #settings: readonly string[];
  #server: ChildProcess | null = null;
  /** Continues suspended processes once this one is gone: they would stay for ever. */
  #guard: ChildProcess | null = null;

  private constructor(folder: string, bin: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#settings = settings;
    this.#bin = bin;
    this.#port = port;
    this.url = `postgres://patchbay@127.0.0.1:${port}/postgres`;
  }

  /** `settings` are in the form NAME=VALUE. */
  static async start(...settings: string[]): Promise<RestartablePostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-restart-'));
    initializePostgres(folder);
    const made = new RestartablePostgres(folder, postgresBinFolder(), await freePort(), settings);
    await made.boot();
    return made;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Starts it again; resolves when it accepts connections. Does nothing while it runs. */
  async boot(): Promise<void> {
    if (this.#server !== null) return;
    const own = ['listen_addresses=127.0.0.1', ...unflushed, ...this.#settings].flatMap((setting) => [
      '-c',
      setting,
    ]);
    const args = ['-D', this.#data, '-p', String(this.#port), '-k', '', ...own];
    this.#server = spawn(join(this.#bin, 'postgres'), args, {
      ...unprivilegedUser(),
      cwd: this.#folder,
      stdio: 'ignore',
    });
    await waitUntilReady(this.url);
  }

  /** Runs a program of its system, in the folder that holds its `data`. @throws where it ends with another code than 0 */
  run(program: string, ...args: string[]): void {
    const own = join(this.#bin, program);
    execFileSync(existsSync(own) ? own : program, args, {
      ...unprivilegedUser(),
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Adds lines to its configuration, for the next `boot`. */
  configure(...lines: string[]): void {
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  }

  /** Immediate shutdown: sessions are cut off, and the next start recovers from the write-ahead log. */
  async crash(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  /** Stops all its processes with SIGSTOP: it becomes unresponsive, and no connection is closed. */
  suspend(): void {
    const suspended = this.#signal('SIGSTOP');
    // In a group of its own, as what ends this process may end its whole group.
    this.#guard = spawn('sh', ['-c', `cat; kill -CONT ${suspended.join(' ')}`], {
      ...{ detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
    });
  }

  /** Continues its processes; does nothing when they are not suspended. */
  resume(): void {
    this.#signal('SIGCONT');
    this.#guard?.stdin?.end();
    this.#guard = null;
  }

  /** First to the postmaster, so that it forks no process that misses the signal. */
  #signal(signal: NodeJS.Signals): number[] {
    const pid = this.#server?.pid;
    if (pid === undefined) return [];
    process.kill(pid, signal);
    const signalled = [pid];
    for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
      const [child, parent] = line.trim().split(/\s+/).map(Number);
      if (child === undefined || parent !== pid) continue;
      try {
        process.kill(child, signal);
        signalled.push(child);
      } catch (error) {
        // It has ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    return signalled;
  }

  async remove(): Promise<void> {
    this.resume();
    await this.crash();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
