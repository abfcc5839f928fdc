/** A PostgreSQL server for tests that can be stopped, crashed, paused and restarted on the same data. */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  initializePostgres,
  postgresBinFolder,
  postgresClientIsMissing,
  unprivilegedUser,
} from '#server/testing/postgres-programs.ts';
import { installPackage } from '../install-packages.ts';

/** The unit of /proc: `USER_HZ`, 100 on all machines that Node runs on. */
const ticksInSecond = 100;

/** The ticks of a process, and of its children that have ended; 0 when it has ended since it was listed. */
function ticksOf(pid: number): [own: number, ended: number] {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return [0, 0];
  const text = readFileSync(file, 'utf8');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return [user + system, endedUser + endedSystem];
}

/** Why a database cannot be dumped and restored here, or null. */
export function dumpIsMissing(): string | null {
  return postgresClientIsMissing('pg_dump');
}

/** The same, after it has been tried to install what is missing. */
export function dumpCannotBeInstalled(): string | null {
  if (dumpIsMissing() !== null) installPackage('postgresql');
  return dumpIsMissing();
}

export class PostgresServer {
  readonly url: string;
  readonly #folder: string;
  readonly #bin = postgresBinFolder();
  readonly #port: number;

  /** Initializes and starts a server. */
  constructor(port: number) {
    this.#port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'patchbay-cluster-'));
    initializePostgres(this.#folder);
    this.url = `postgres://patchbay@127.0.0.1:${port}/postgres`;
    this.start();
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** `more` are further options of the server. */
  start(more = ''): void {
    const settings = `-p ${this.#port} -k '' -c listen_addresses=127.0.0.1 ${more}`;
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-l', join(this.#folder, 'log'), '-o', settings, 'start']);
  }

  /** `immediate` is a crash: nothing is flushed, and the next start runs recovery. */
  stop(how: 'fast' | 'immediate'): void {
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-m', how, 'stop']);
  }

  /** How many lines of the server's log match. */
  countLogLines(matches: (line: string) => boolean): number {
    return readFileSync(join(this.#folder, 'log'), 'utf8').split('\n').filter(matches).length;
  }

  /** Dumps the database that `url` leads to, into a new file; returns its path. */
  dump(): string {
    const file = join(this.#folder, 'database.dump');
    this.#run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${this.url}`]);
    return file;
  }

  /** The same as SQL that any client can send. */
  dumpStatements(): string {
    const file = join(this.#folder, 'database.sql');
    const form = ['--format=plain', '--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges'];
    this.#run('pg_dump', [...form, `--file=${file}`, `--dbname=${this.url}`]);
    // Commands of psql, in newer versions.
    return readFileSync(file, 'utf8').replaceAll(/^\\(un)?restrict .*$/gm, '');
  }

  /** Creates a database from a dump of any server; returns its URL. */
  restore(file: string, name: string): string {
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    this.#run('createdb', [`--maintenance-db=${this.url}`, '--template=template0', '--encoding=UTF8', name]);
    const strict = ['--no-owner', '--exit-on-error', '--single-transaction'];
    this.#run('pg_restore', [...strict, `--dbname=${url.href}`, file]);
    return url.href;
  }

  /** Suspends all processes: the server stops responding, but its connections stay open. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** Resumes all processes. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Processor time of all processes since the start, those that have ended included, in ms. Linux only. */
  processorMs(): number {
    const postmaster = this.#postmaster();
    const ticks = [postmaster, ...this.#childrenOf(postmaster)].reduce((sum, pid) => {
      const [own, ended] = ticksOf(pid);
      // The postmaster's own count of what ended has all of its children.
      return sum + own + (pid === postmaster ? ended : 0);
    }, 0);
    return (ticks * 1_000) / ticksInSecond;
  }

  #postmaster(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  #childrenOf(postmaster: number): number[] {
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([child, parent]) => (child !== undefined && parent === postmaster ? [child] : []));
  }

  /** Signals the postmaster before its children, so that it cannot fork one that misses the signal. */
  #signal(signal: NodeJS.Signals): void {
    const postmaster = this.#postmaster();
    process.kill(postmaster, signal);
    for (const child of this.#childrenOf(postmaster)) {
      try {
        process.kill(child, signal);
      } catch (error) {
        // It has ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  remove(): void {
    spawnSync(join(this.#bin, 'pg_ctl'), ['-D', this.#data, '-w', '-m', 'immediate', 'stop'], {
      ...unprivilegedUser(),
    });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, args: string[]): void {
    const { status, stderr, error } = spawnSync(join(this.#bin, program), args, {
      ...unprivilegedUser(),
      cwd: this.#folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  }
}
