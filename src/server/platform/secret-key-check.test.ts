/** Processes with different keys on one database. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { checkSecretKey, WrongSecretKey } from './secret-key-check.ts';
import { createServiceRuntime } from './service-runtime.ts';

let folder: string;
let config: Config;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-key-'));
  config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  database = await openDatabase(config, 'exclusive', 1);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process on the database with that key; null for the file in the data folder. */
const processWith = (secretKey: string | null) =>
  createServiceRuntime({ ...config, secretKey }, database).ctx;
const otherKey = new WrongSecretKey(
  'SECRET_KEY is not the key that the secrets in this database were encrypted with.',
);

it('may start only with the key of the first start', async () => {
  const first = processWith('the key of the first process');
  await checkSecretKey(first);
  await checkSecretKey(processWith('the key of the first process'));
  await expect(checkSecretKey(processWith('the key of another process'))).rejects.toThrow(otherKey);
  await expect(checkSecretKey(processWith(null))).rejects.toThrow('set SECRET_KEY to that key');
});

it('is refused another key when the first secret was encrypted inside a transaction', async () => {
  const first = processWith('the key of the first process');
  await checkSecretKey(first);
  await database.write(async () => void first.secrets.encrypt('a secret'));
  await expect(checkSecretKey(processWith('the key of another process'))).rejects.toThrow(otherKey);
});

it('start together, and one of two keys is refused', async () => {
  const starts = ['the key of one process', 'the key of another process'].map((key) =>
    checkSecretKey(processWith(key)),
  );
  const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
});

it('is told in a sentence when the key file cannot be read', async () => {
  mkdirSync(join(folder, 'secret.key'));
  await expect(checkSecretKey(processWith(null))).rejects.toThrow(/secret\.key cannot be used: EISDIR/);
});

it('goes on after a move with the content of the key file as SECRET_KEY', async () => {
  const embedded = processWith(null);
  await checkSecretKey(embedded);
  const sealed = embedded.secrets.encrypt('a secret');
  const moved = processWith(readFileSync(join(folder, 'secret.key'), 'utf8'));
  await checkSecretKey(moved);
  expect(moved.secrets.decrypt(sealed)).toBe('a secret');
});
