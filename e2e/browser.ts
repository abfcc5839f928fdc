/**
 * Finds or installs a browser for the tests: an installed one, Playwright's, one from an npm package, one from the
 * system's packages. Each candidate is verified by opening a page in it.
 */

import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { failureReason } from '../bin/failure-reason.mjs';

/** Options of `chromium.launch`; `env` replaces the environment of the browser. */
export type BrowserOptions = {
  executablePath: string;
  chromiumSandbox: boolean;
  args: string[];
  env?: Record<string, string>;
};

const root = fileURLToPath(new URL('..', import.meta.url));
const downloadFolder = join(root, 'node_modules/.cache/browser');
const packageName = '@sparticuz/chromium';
/** Where that package unpacks system libraries for machines that have none. */
const packageLibraries = join(tmpdir(), 'al2023/lib');
const shellName = 'chromium-headless-shell';
/** Those without windows come first: the tests take a third less of the processor with them. */
const browserNames = [
  shellName,
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
];

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
];

/** A source of browsers: `find` returns candidate paths, after installing one where that is its purpose. */
type BrowserSource = { name: string; find(): Promise<string[]> };

const browserSources: BrowserSource[] = [
  { name: 'CHROMIUM_PATH', find: async () => [process.env.CHROMIUM_PATH ?? ''] },
  { name: 'a browser on PATH', find: async () => browserNames.flatMap(onPath) },
  { name: "Playwright's cache", find: async () => [chromium.executablePath()] },
  { name: 'playwright install chromium', find: installWithPlaywright },
  { name: `the package ${packageName}`, find: installPackage },
  { name: 'apt-get install chromium-headless-shell', find: installWithSystem },
];

/**
 * The launch options with which Chromium works on this machine, cached in the environment for child processes.
 *
 * @throws Error with a sentence that has every failed source, and what to do
 */
export async function findBrowser(): Promise<BrowserOptions> {
  const cached = process.env.PATCHBAY_TEST_BROWSER;
  if (cached !== undefined) return JSON.parse(cached);
  const failures: string[] = [];
  for (const { name, find } of browserSources) {
    const paths = await find().catch((error: Error) => {
      failures.push(`${name}: ${error.message}`);
      return [];
    });
    for (const path of paths.filter((each) => each !== '' && existsSync(each))) {
      const result = await probeLaunch(path);
      if (typeof result === 'string') {
        failures.push(`${name}: ${path} did not start: ${result}`);
        continue;
      }
      process.env.PATCHBAY_TEST_BROWSER = JSON.stringify(result);
      return result;
    }
  }
  throw new Error(
    `No browser for the tests was found, and none could be installed (${failures.join('; ')}): install Chromium or Chrome, or set CHROMIUM_PATH to the one to use.`,
  );
}

/**
 * The launch options with which the browser opens a page, or the reason why it does not. The sandbox is not available
 * to root and in some containers; some machines lack libraries that the package provides.
 */
async function probeLaunch(executablePath: string): Promise<BrowserOptions | string> {
  const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
  const plain = sandboxes.map((chromiumSandbox) => ({ executablePath, chromiumSandbox, args: quietFlags }));
  const env = { ...process.env, LD_LIBRARY_PATH: packageLibraries } as Record<string, string>;
  const all = existsSync(packageLibraries) ? [...plain, ...plain.map((each) => ({ ...each, env }))] : plain;
  let reason = '';
  for (const options of all) {
    const failure = await opensPage(options).catch((error: Error) => error.message.split('\n')[0] ?? '');
    if (failure === null) return options;
    reason = failure;
  }
  return reason;
}

async function opensPage(options: BrowserOptions): Promise<string | null> {
  const browser = await chromium.launch({ ...options, timeout: 30_000 });
  try {
    const page = await browser.newPage();
    await page.setContent('<title>It opens pages</title>');
    return (await page.title()) === 'It opens pages' ? null : 'it did not open a page';
  } finally {
    await browser.close();
  }
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => {
    const path = resolve(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return [path];
    } catch {
      return [];
    }
  });
}

async function installWithPlaywright(): Promise<string[]> {
  const cli = join(createRequire(import.meta.url).resolve('playwright/package.json'), '../cli.js');
  await run(process.execPath, [cli, 'install', 'chromium'], 90);
  return [chromium.executablePath()];
}

/** Installs the package into a separate folder: node_modules stays as the lockfile has it. */
async function installPackage(): Promise<string[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64 only');
  if (!existsSync(join(downloadFolder, 'node_modules', packageName))) {
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', downloadFolder];
    const retries = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=10000'];
    await run('npm', ['install', ...options, ...retries, `${packageName}@153.0.0`], 180);
  }
  const entry = createRequire(join(downloadFolder, 'package.json')).resolve(packageName);
  const { AWS_LAMBDA_JS_RUNTIME: runtime, LD_LIBRARY_PATH: libraries } = process.env;
  // The package unpacks its libraries only when it detects AWS Lambda.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const module: { default: { executablePath(): Promise<string> } } = await import(entry);
    return [await module.default.executablePath()];
  } finally {
    restore('AWS_LAMBDA_JS_RUNTIME', runtime);
    restore('LD_LIBRARY_PATH', libraries);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

async function installWithSystem(): Promise<string[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('it needs root on Linux');
  await run('apt-get', ['install', '-y', '--no-install-recommends', shellName], 300);
  return onPath(shellName);
}

/** Runs a command; kills its process group after `seconds`. */
function run(command: string, args: string[], seconds: number): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let stderr = '';
    child.stderr.on('data', (piece) => {
      stderr = `${stderr}${piece}`.slice(-10_000);
    });
    const limit = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      fail(new Error(`it took longer than ${seconds} s`));
    }, seconds * 1000);
    child.on('error', (error) => {
      clearTimeout(limit);
      fail(error);
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (code === 0) done();
      else
        fail(
          new Error(failureReason(stderr) ?? `it ended with ${code}: ${stderr.trim().split('\n').at(-1)}`),
        );
    });
  });
}
