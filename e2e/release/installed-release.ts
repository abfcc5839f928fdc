/**
 * Installs the release of a folder in each of its forms, unpacked, as an npm package and as an image, and runs a flow in it:
 * `node installed-release.ts FOLDER PUBLIC_KEY`. Root runs it as another user, to whom the installation is read-only. Prints `ok: …`,
 * `FAILED: …` or `skipped: …` for each step.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emptyDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect } from '#flow/edit/connect.ts';
import { imageCommand, unpackImage, whyNotEntered } from './image.ts';
import { callCommand, expect, type Installation, startServer, step } from './installation.ts';
import { recordedVersions } from './recorded/recorded-database.ts';
import { tryPostgresUpgrade, tryUpgrade } from './upgrade.ts';

const release = resolve(process.argv[2] ?? 'release');
const publicKeyFile = resolve(process.argv[3] ?? 'public.pem');
const account = { sid: `AC${'0123456789abcdef'.repeat(2)}`, token: 'token-of-the-release' };
const settings = {
  ...{ SMTP_PORT: 'off', LOG_LEVEL: 'warn' },
  ...{ PATCHBAY_ACCOUNT_SID: account.sid, PATCHBAY_AUTH_TOKEN: account.token },
};
const isRoot = process.getuid?.() === 0;
/** The page is for browsers, which ask for it so. */
const asPage = { accept: 'text/html,*/*' };
/** The user that owns nothing (Linux Standard Base: nobody). */
const nobody = 65_534;

const folder = mkdtempSync(join(tmpdir(), 'patchbay-release-'));
chmodSync(folder, 0o755);
const node = join(folder, 'node');
copyFileSync(process.execPath, node);

const released = readdirSync(release);
const name = (released.find((file) => file.endsWith('.tgz')) ?? '').replace(/\.tgz$/, '');
const archive = `${name}.tgz`;
const image = released.find((file) => file.endsWith('.oci.tar')) ?? null;

await step('the checksums are those of the files', () => {
  for (const line of readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, file = ''] = line.split('  ');
    const found = createHash('sha256')
      .update(readFileSync(join(release, file)))
      .digest('hex');
    expect(found === sum, `${file} has ${found}`);
  }
});

await step('the signature is that of the checksums, by the key alone, as openssl says', () => {
  const changed = join(folder, 'SHA256SUMS');
  writeFileSync(changed, readFileSync(join(release, 'SHA256SUMS'), 'utf8').replace('tgz', 'tar'));
  const other = join(folder, 'other.pem');
  const { publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(other, publicKey.export({ type: 'spki', format: 'pem' }));
  const verify = (key: string, sums: string) => {
    const signed = ['-rawin', '-in', sums, '-sigfile', join(release, 'SHA256SUMS.sig')];
    return spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', key, ...signed], {
      encoding: 'utf8',
    });
  };
  const { status, stdout, stderr } = verify(publicKeyFile, join(release, 'SHA256SUMS'));
  expect(status === 0 && stdout.includes('Signature Verified Successfully'), stdout + stderr);
  expect(verify(publicKeyFile, changed).status === 1, 'changed checksums are verified, too');
  expect(verify(other, join(release, 'SHA256SUMS')).status === 1, 'another key verifies them, too');
});

await step('a release with a key of another kind is refused, and nothing is changed', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (const RELEASE_KEY of [privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'no key']) {
    const script = join(import.meta.dirname, '../../bin/release.ts');
    const environment = { ...process.env, RELEASE_KEY };
    const { status, stderr } = spawnSync(process.execPath, [script], { env: environment, encoding: 'utf8' });
    expect(status === 1 && stderr.startsWith('RELEASE_KEY must be an Ed25519 key'), stderr);
    expect(!stderr.includes(RELEASE_KEY.slice(30, 60) || RELEASE_KEY), 'it prints the key');
  }
  expect(readdirSync(release).length === released.length, 'files are missing');
});

await step('the bills of materials name each package that a file is of, with its licence', () => {
  for (const bill of released.filter((file) => file.endsWith('.cdx.json'))) {
    const { components, bomFormat } = JSON.parse(readFileSync(join(release, bill), 'utf8'));
    expect(bomFormat === 'CycloneDX' && components.length > 150, `${components.length} components`);
    const unlicensed = components.filter((each: { licenses?: unknown[] }) => !each.licenses?.length);
    expect(unlicensed.length === 0, JSON.stringify(unlicensed));
    const system = components.filter(({ name }: { name: string }) => ['node', 'libc6'].includes(name));
    expect(system.length === (bill.includes('-linux-') ? 2 : 0), `${bill}: ${JSON.stringify(system)}`);
  }
});

await step('the secrets of a compose file that runs in the checkout are not inside', () => {
  const files = execFileSync('tar', ['-tzf', join(release, archive)], { encoding: 'utf8', maxBuffer: 64e6 });
  expect(files.includes('/deploy/compose/compose.yaml'), 'the compose file is missing');
  expect(!files.includes('/deploy/compose/secrets'), 'they are');
});

const unpacked = join(folder, 'unpacked');
mkdirSync(unpacked);
execFileSync('tar', ['-xzf', join(release, archive), '-C', unpacked]);
await tryInstallation('unpacked', installedIn(join(unpacked, name)));
for (const version of recordedVersions) {
  await tryUpgrade(version, () => installedIn(join(unpacked, name)));
  await tryPostgresUpgrade(version, () => installedIn(join(unpacked, name)));
}

const packaged = join(folder, 'packaged');
mkdirSync(packaged);
await step('it installs as an npm package without the registry', () => {
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', packaged];
  execFileSync('npm', ['install', ...options, join(release, archive)], { cwd: packaged, stdio: 'pipe' });
});
await tryInstallation('as an npm package', installedIn(join(packaged, 'node_modules/patchbay')));
await tryImage();
rmSync(folder, { recursive: true, force: true });

/** One that is in a folder, which the user who runs it does not own. */
function installedIn(installed: string): Installation {
  const data = dataFolder(nobody);
  return {
    environment: { ...settings, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, HOME: data },
    run(...args) {
      const line = [node, join(installed, 'bin/patchbay.mjs'), ...args];
      const as = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
      const [program = '', ...rest] = isRoot ? ['setpriv', ...as, ...line] : line;
      return [program, rest];
    },
  };
}

function dataFolder(owner: number): string {
  const data = mkdtempSync(join(folder, 'data-'));
  if (isRoot) chownSync(data, owner, owner);
  return data;
}

/** Unpacks the image, and runs it as its settings say: as its user, with its root read-only and one volume. */
async function tryImage(): Promise<void> {
  if (image === null) {
    console.log('skipped: the image, as none is made on this system');
    return;
  }
  const tree = join(folder, 'image');
  const { settings: own, bytes } = unpackImage(join(release, image), tree);
  await step('the image is less than 200 MB, without a shell', () => {
    expect(bytes < 200e6, `${bytes} bytes`);
    expect(readdirSync(join(tree, 'usr/bin')).join() === 'node,patchbay', 'there is more in usr/bin');
    for (const path of ['bin', 'sbin', 'usr/sbin'])
      expect(!existsSync(join(tree, path)), `there is a folder ${path}`);
  });
  const reason = whyNotEntered();
  if (reason !== null) {
    console.log(`skipped: the image runs (${reason})`);
    return;
  }
  const [user = ''] = own.User.split(':');
  const data = dataFolder(Number(user));
  const environment = { ...Object.fromEntries(own.Env.map((each) => each.split('=', 2))), ...settings };
  const run = (...line: string[]) => imageCommand({ tree, data, user: own.User }, line);
  await tryInstallation('the image', {
    ...{ environment, run: (...args) => run(...own.Entrypoint, ...args) },
    whileItRuns() {
      const [program, parameters] = run(...own.Healthcheck.Test.slice(1));
      const { status, stderr } = spawnSync(program, parameters, { env: environment, encoding: 'utf8' });
      expect(status === 0, `the health check ends with ${status}: ${stderr}`);
    },
  });
}

/** Starts the server of an installation, runs a flow, and stops it; the command line works beside. */
async function tryInstallation(form: string, installation: Installation): Promise<void> {
  let server: Awaited<ReturnType<typeof startServer>> | null = null;
  let url = '';
  await step(`${form}: it starts with Node alone and is ready`, async () => {
    server = await startServer(installation);
    url = server.url;
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
    callCommand(installation, 'backup', join(installation.environment.DATA_DIR ?? '', 'backup.db'));
  });
  if (installation.whileItRuns !== undefined)
    await step(`${form}: its health check passes`, installation.whileItRuns);
  await step(`${form}: it stops when it is asked to`, async () => {
    const code = await server?.stop();
    expect(code === 0, `it ended with ${code}`);
  });
}

/** A flow that is started by REST and ends at once. */
function shortFlow() {
  const { definition } = addWidget(emptyDefinition('Release'), 'set-variables', { x: 80, y: 180 }, 'greet');
  return connect(definition, { widget: 'Trigger', outlet: 'incomingRequest' }, 'greet');
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
