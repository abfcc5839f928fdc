import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecretCipher } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'patchbay-vault-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('opens what it has sealed, and seals the same secret differently each time', () => {
  const vault = createSecretCipher(
    { secretKey: 'a long passphrase', previousSecretKey: null, dataDir },
    randomBytes,
  );
  const sealed = vault.encrypt('geheim ✓');
  expect(vault.decrypt(sealed)).toBe('geheim ✓');
  expect(vault.encrypt('geheim ✓')).not.toBe(sealed);
  expect(sealed).not.toContain('geheim');
});

it('keeps its own key in a file that only its owner can read, and finds it again', () => {
  const sealed = createSecretCipher(
    { secretKey: null, previousSecretKey: null, dataDir },
    randomBytes,
  ).encrypt('x');
  expect(
    createSecretCipher({ secretKey: null, previousSecretKey: null, dataDir }, randomBytes).decrypt(sealed),
  ).toBe('x');
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

it('refuses what was encrypted with another key, or was changed', () => {
  const vault = createSecretCipher({ secretKey: 'one', previousSecretKey: null, dataDir }, randomBytes);
  const sealed = vault.encrypt('x');
  expect(() =>
    createSecretCipher({ secretKey: 'two', previousSecretKey: null, dataDir }, randomBytes).decrypt(sealed),
  ).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => vault.decrypt(bytes.toString('base64'))).toThrow();
});
