#!/usr/bin/env node
/**
 * Prepares a checkout: installs dependencies when they are missing or stale, installs Node 24 from the registry when
 * the machine's is older, builds the page and the server when their sources have changed.
 * Runs on Node 20; takes well under a second when everything is up to date.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { failureReason } from './failure-reason.mjs';
import {
  fingerprint,
  pageSources,
  pageStamp,
  root,
  serverSources,
  serverStamp,
  stampIs,
} from './fingerprint.mjs';

const nodeVersion = '24.21.0';
const installStamp = join(root, 'node_modules', '.patchbay-installed');

/** The PATH without this checkout's own programs: npm must not delete the Node that it runs on. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.endsWith(`node_modules${sep}.bin`))
  .join(delimiter);
const windows = process.platform === 'win32';

function run(label, command, args, env = process.env) {
  console.error(`setup: ${label}`);
  const { status, signal, error, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 2, 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: windows,
  });
  if (status === 0) {
    process.stderr.write(stderr);
    return;
  }
  // Ctrl+C ends this process too; a signal to the program alone is its own affair.
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
  const reason = failureReason(`${stderr} ${error?.message}`);
  if (reason === null) process.stderr.write(stderr ?? '');
  fail(label, reason ?? `${error?.message ?? `it ended with ${signal ?? status}`}, see the output above`);
}

function fail(label, reason) {
  console.error(`setup: ${label} failed: ${reason}, and start this again.`);
  process.exit(1);
}

const npm = (label, ...args) =>
  run(
    label,
    'npm',
    [
      ...[...args, '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
      ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'],
    ],
    {
      ...process.env,
      PATH: machinePath,
    },
  );

function majorOf(command, path) {
  const { stdout } = spawnSync(command, ['-v'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
    shell: windows,
  });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

const lockfile = fingerprint(['package-lock.json']);
if (!stampIs(installStamp, lockfile)) {
  npm('installing dependencies', 'ci');
  if (majorOf('node', machinePath) < 24) {
    const platform = windows ? 'win' : process.platform;
    // With the lockfile: without it npm takes the newest versions of everything that others depend on.
    npm('installing Node 24', 'install', '--no-save', `node-${platform}-${process.arch}@${nodeVersion}`);
  }
  write(installStamp, lockfile);
}

function write(stamp, value) {
  try {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, value);
  } catch (error) {
    fail('noting what is up to date', failureReason(error.message) ?? error.message);
  }
}

/** Builds what has changed since the last time. */
function build(label, stamp, sources, script, ...args) {
  const value = fingerprint(sources);
  if (stampIs(stamp, value)) return;
  // A build that fails or is interrupted leaves none behind that looks up to date.
  rmSync(stamp, { force: true });
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  run(label, 'node', [script, ...args], { ...process.env, PATH: path });
  write(stamp, value);
}

if (!process.argv.includes('--no-build')) {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  build('building the page', pageStamp, pageSources, vite, 'build', '--logLevel', 'warn');
  build('building the server', serverStamp, serverSources, join('bin', 'build-server.mjs'));
}
