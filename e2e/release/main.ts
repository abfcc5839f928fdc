/**
 * Tests the release as who installs it: `npm run test:release`. It is built twice and must be the same bytes; then it is
 * installed and used in bare folders (`installed-release.ts`), where Linux allows it as another user and without a network. It is
 * signed with a key of the test.
 * Prints each step, and closes with `N passed, N failed`.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const maxListBytes = 16 * 1024 * 1024;
const root = copyOfCheckout(join(import.meta.dirname, '../..'));
const keys = mkdtempSync(join(tmpdir(), 'patchbay-release-keys-'));
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
writeFileSync(join(keys, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
writeFileSync(join(keys, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));

// Secrets of a compose file that runs in a checkout.
const secrets = join(root, 'deploy/compose/secrets');
mkdirSync(secrets);
writeFileSync(join(secrets, 'secret_key'), 'of the test');
const first = buildRelease();
const second = buildRelease();
const isSame = first === second;
console.log(`${isSame ? 'ok' : 'FAILED'}: two builds are the same bytes\n${first}${isSame ? '' : second}`);

const steps = [
  join(import.meta.dirname, 'installed-release.ts'),
  join(root, 'release'),
  join(keys, 'public.pem'),
];
const inside = withoutNetwork()
  ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  : [];
const [command = '', ...parameters] = [...inside, process.execPath, ...steps];
const { stdout, status } = spawnSync(command, parameters, {
  ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
});
rmSync(keys, { recursive: true });
rmSync(root, { recursive: true });
process.stdout.write(stdout);
const count = (word: string) => stdout.split('\n').filter((line) => line.startsWith(`${word}: `)).length;
const failed = count('FAILED') + (isSame ? 0 : 1) + (status === 0 || count('FAILED') > 0 ? 0 : 1);
console.log(`${count('ok') + (isSame ? 1 : 0)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What is or may be committed, in a folder of its own: other tests use the builds of the checkout meanwhile. */
function copyOfCheckout(checkout: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'patchbay-release-sources-'));
  const ask = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', ask, { cwd: checkout, encoding: 'utf8', maxBuffer: maxListBytes });
  for (const file of files.split('\0').filter((each) => each !== '' && existsSync(join(checkout, each)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(checkout, file), join(copy, file));
  }
  const packages = [join(checkout, 'node_modules'), join(copy, 'node_modules')] as const;
  const linked = spawnSync('cp', ['-al', ...packages], { stdio: 'ignore' });
  if (linked.status !== 0) cpSync(...packages, { recursive: true, force: true });
  return copy;
}

/** Builds all from the sources and returns the checksums with their signature. */
function buildRelease(): string {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  execFileSync('npm', ['run', '--silent', 'release'], {
    ...{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    env: { ...process.env, RELEASE_KEY: '', RELEASE_KEY_FILE: join(keys, 'key.pem') },
  });
  const signature = readFileSync(join(root, 'release/SHA256SUMS.sig'), 'base64');
  return `${readFileSync(join(root, 'release/SHA256SUMS'), 'utf8')}${signature}\n`;
}

/** Whether a process can be cut off from the network here: by root on Linux, with the tools that nearly every machine has. */
function withoutNetwork(): boolean {
  const tried = spawnSync('unshare', ['--net', 'sh', '-c', 'ip link set lo up && setpriv --version'], {
    stdio: 'ignore',
  });
  if (tried.status === 0) return true;
  console.log('Not tested here: another user, and no network (it needs root on Linux).');
  return false;
}
