import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVault } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'patchbay-vault-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('opens what it has sealed, and seals the same secret differently each time', () => {
  const vault = createVault({ secretKey: 'a long passphrase', dataDir }, randomBytes);
  const sealed = vault.seal('geheim ✓');
  expect(vault.open(sealed)).toBe('geheim ✓');
  expect(vault.seal('geheim ✓')).not.toBe(sealed);
  expect(sealed).not.toContain('geheim');
});

it('keeps its own key in a file that only its owner can read, and finds it again', () => {
  const sealed = createVault({ secretKey: null, dataDir }, randomBytes).seal('x');
  expect(createVault({ secretKey: null, dataDir }, randomBytes).open(sealed)).toBe('x');
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

it('refuses what was sealed with another key, or was changed', () => {
  const vault = createVault({ secretKey: 'one', dataDir }, randomBytes);
  const sealed = vault.seal('x');
  expect(() => createVault({ secretKey: 'two', dataDir }, randomBytes).open(sealed)).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => vault.open(bytes.toString('base64'))).toThrow();
});
