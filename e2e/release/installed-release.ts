/**
 * Installs the release of a folder in both of its forms, unpacked and as an npm package, and runs a flow in it: `node
 * installed-release.ts FOLDER`. Root runs it as another user, to whom the installation is read-only. Prints `ok: …` or
 * `FAILED: …` for each step.
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emptyDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';

const release = resolve(process.argv[2] ?? 'release');
const account = { sid: `AC${'0123456789abcdef'.repeat(2)}`, token: 'token-of-the-release' };
const isRoot = process.getuid?.() === 0;
/** The page is for browsers, which ask for it so. */
const asPage = { accept: 'text/html,*/*' };
/** The user that owns nothing (Linux Standard Base: nobody). */
const nobody = 65_534;

const folder = mkdtempSync(join(tmpdir(), 'patchbay-release-'));
chmodSync(folder, 0o755);
const node = join(folder, 'node');
copyFileSync(process.execPath, node);

const [bill = '', archive = ''] = ['.cdx.json', '.tgz'].map(
  (ending) => readdirSync(release).find((file) => file.endsWith(ending)) ?? '',
);
const name = archive.replace(/\.tgz$/, '');

await step('the checksums are those of the files', () => {
  for (const line of readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, file = ''] = line.split('  ');
    const found = createHash('sha256')
      .update(readFileSync(join(release, file)))
      .digest('hex');
    expect(found === sum, `${file} has ${found}`);
  }
});

await step('the bill of materials names each package that a file is of, with its licence', () => {
  const { components, bomFormat } = JSON.parse(readFileSync(join(release, bill), 'utf8'));
  expect(bomFormat === 'CycloneDX' && components.length > 150, `${components.length} components`);
  const unlicensed = components.filter((each: { licenses?: unknown[] }) => !each.licenses?.length);
  expect(unlicensed.length === 0, JSON.stringify(unlicensed));
});

const unpacked = join(folder, 'unpacked');
mkdirSync(unpacked);
execFileSync('tar', ['-xzf', join(release, archive), '-C', unpacked]);
await tryInstallation('unpacked', join(unpacked, name));

const packaged = join(folder, 'packaged');
mkdirSync(packaged);
await step('it installs as an npm package without the registry', () => {
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', packaged];
  execFileSync('npm', ['install', ...options, join(release, archive)], { cwd: packaged, stdio: 'pipe' });
});
await tryInstallation('as an npm package', join(packaged, 'node_modules/patchbay'));
rmSync(folder, { recursive: true, force: true });

/** Starts the server of an installation, runs a flow, and stops it; the command line works beside. */
async function tryInstallation(form: string, installed: string): Promise<void> {
  const data = mkdtempSync(join(folder, 'data-'));
  if (isRoot) chownSync(data, nobody, nobody);
  const environment = {
    ...{ HOST: '127.0.0.1', PORT: '0', SMTP_PORT: 'off', DATA_DIR: data, LOG_LEVEL: 'warn', HOME: data },
    ...{ PATCHBAY_ACCOUNT_SID: account.sid, PATCHBAY_AUTH_TOKEN: account.token },
  };
  const run = (...args: string[]): [string, string[]] => {
    const line = [node, join(installed, 'bin/patchbay.mjs'), ...args];
    const as = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
    const [program = '', ...rest] = isRoot ? ['setpriv', ...as, ...line] : line;
    return [program, rest];
  };
  let server: ChildProcess | null = null;
  let url = '';
  await step(`${form}: it starts with Node alone and is ready`, async () => {
    const [program, parameters] = run('start');
    server = spawn(program, parameters, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    url = await addressOf(server);
    expect((await fetch(`${url}/readyz`)).ok, 'not ready');
    const { version } = (await (await fetch(`${url}/healthz`)).json()) as { version: string };
    expect(name === `patchbay-${version}`, `version ${version}`);
  });
  await step(`${form}: the page and the API reference are served`, async () => {
    for (const path of ['/', '/docs', '/openapi.json'])
      expect((await fetch(`${url}${path}`, { headers: asPage })).ok, `${path} is not served`);
    const [style = ''] = /[^"]*swagger-ui\.css/.exec(await (await fetch(`${url}/docs`)).text()) ?? [];
    expect((await fetch(new URL(style, `${url}/docs`))).ok, `${style} is not served`);
  });
  await step(`${form}: a flow is published and runs to its end`, async () => {
    const flow = await post(`${url}/v2/Flows`, {
      ...{ FriendlyName: 'Release', Status: 'published', Definition: JSON.stringify(shortFlow()) },
    });
    const { url: execution } = await post(`${url}/v2/Flows/${flow.sid}/Executions`, {
      ...{ To: '+15005550001', From: '+15005550002' },
    });
    for (let tries = 0; ; tries += 1) {
      const { status } = await send(execution as string, {});
      if (status === 'ended') return;
      expect(tries < 100, `the execution is ${status}`);
      await new Promise((next) => setTimeout(next, 100));
    }
  });
  await step(`${form}: the command line makes a backup while it runs`, () => {
    const [program, parameters] = run('backup', join(data, 'backup.db'));
    const { status, stderr } = spawnSync(program, parameters, { env: environment, encoding: 'utf8' });
    expect(status === 0, stderr);
  });
  await step(`${form}: it stops when it is asked to`, async () => {
    if (server === null) throw new Error('it did not start');
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = await ended;
    expect(code === 0, `it ended with ${code}`);
  });
}

/** A flow that is started by REST and ends at once. */
function shortFlow() {
  const { definition } = addWidget(emptyDefinition('Release'), 'set-variables', { x: 80, y: 180 }, 'greet');
  return connect(definition, { widget: 'Trigger', outlet: 'incomingRequest' }, 'greet');
}

/** The address that the server prints when it is ready. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = '';
    const read = (piece: Buffer) => {
      output += piece;
      const [, address] = /is ready at (http:\/\/\S+)/.exec(output) ?? [];
      if (address !== undefined) done(address.replace(/[.,]$/, ''));
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => fail(new Error(`it ended with ${code}: ${output}`)));
  });
}

function post(address: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  return send(address, { method: 'POST', body: new URLSearchParams(fields) });
}

async function send(address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const authorization = `Basic ${btoa(`${account.sid}:${account.token}`)}`;
  const response = await fetch(address, { ...init, headers: { authorization } });
  const body = await response.text();
  expect(response.ok, `${response.status} ${body}`);
  return JSON.parse(body);
}

/** Prints whether the step worked; a step that failed does not keep the next from being tried. */
async function step(title: string, work: () => unknown): Promise<void> {
  try {
    await work();
    console.log(`ok: ${title}`);
  } catch (error) {
    console.log(`FAILED: ${title}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
