#!/usr/bin/env node
/**
 * Prepares a checkout: installs dependencies when they are missing or stale, installs Node 24 from the registry when
 * the machine's is older, builds the page when its sources have changed.
 * Runs on Node 20; takes well under a second when everything is up to date.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeVersion = '24.21.0';
const installStamp = join(root, 'node_modules', '.patchbay-installed');
const buildStamp = join(root, 'dist', '.patchbay-built');
const pageSources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'public',
  'src/app',
  'src/flow',
  'src/api',
];

/** The PATH without this checkout's own programs: npm must not delete the Node that it runs on. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.endsWith(`node_modules${sep}.bin`))
  .join(delimiter);
const windows = process.platform === 'win32';

function run(label, command, args, env = process.env) {
  console.error(`setup: ${label}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 2, 'inherit'],
    shell: windows,
  });
  if (status === 0) return;
  console.error(`setup: ${label} failed (${error?.message ?? `exit ${status}`}). See the output above.`);
  process.exit(1);
}

const npm = (label, ...args) =>
  run(
    label,
    'npm',
    [...args, '--include=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
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

/** A hash over names and contents of files and folders. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(join(root, path))) return;
    try {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    } catch (error) {
      if (error.code !== 'EISDIR') throw error;
      for (const name of readdirSync(join(root, path)).sort())
        if (!name.includes('.test.')) visit(`${path}/${name}`);
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

const stampIs = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value;

const lockfile = fingerprint(['package-lock.json']);
if (!stampIs(installStamp, lockfile)) {
  npm('installing dependencies', 'ci');
  if (majorOf('node', machinePath) < 24) {
    const platform = windows ? 'win' : process.platform;
    npm(
      'installing Node 24',
      'install',
      '--no-save',
      '--no-package-lock',
      `node-${platform}-${process.arch}@${nodeVersion}`,
    );
  }
  writeFileSync(installStamp, lockfile);
}

const sources = fingerprint(pageSources);
if (!process.argv.includes('--no-build') && !stampIs(buildStamp, sources)) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  run(
    'building the page',
    'node',
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      ...process.env,
      PATH: path,
    },
  );
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, sources);
}
