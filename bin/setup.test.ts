/** The set-up as a process, where it cannot do its work; and the reasons that it knows. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureReason } from './failure-reason.mjs';
import { root } from './fingerprint.mjs';

it('says in one sentence what to do where no package can be downloaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-setup-'));
  try {
    for (const name of ['setup', 'fingerprint', 'failure-reason'])
      cpSync(join(root, 'bin', `${name}.mjs`), join(folder, 'bin', `${name}.mjs`));
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
    const { status, stderr, stdout } = spawnSync(process.execPath, ['bin/setup.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        // Nothing listens there; the lockfile names the registry, which npm replaces by this one.
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_replace_registry_host: 'always',
        npm_config_fetch_retries: '0',
      },
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      'setup: installing dependencies\nsetup: installing dependencies failed: the network cannot be reached; connect to it, or set the registry and the proxy of npm, and start this again.\n',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each([
  ['npm error code EAI_AGAIN', /^the network/],
  ['Error: getaddrinfo ENOTFOUND downloads.example', /^the network/],
  [
    "E: Failed to fetch http://packages.example/x  Temporary failure resolving 'packages.example'",
    /^the network/,
  ],
  ['npm error nospc ENOSPC: no space left on device, write', /^the disk is full/],
  ["Error: EACCES: permission denied, mkdir '/srv/checkout/node_modules'", /^this user may not write/],
])('%s has its reason', (text, reason) => {
  expect(failureReason(text)).toMatch(reason);
});

it('an error of the sources has none', () => {
  expect(failureReason('SyntaxError: Unexpected token')).toBeNull();
});
