/** Processes with different keys on one database. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const settled = () =>
  expect.poll(() => database.read.selectFrom('agreements').selectAll().execute()).toHaveLength(1);

it('may start while there is no secret, and only with the same key once there is one', async () => {
  const first = processWith('the key of the first process');
  await checkSecretKey(first);
  await checkSecretKey(processWith('the key of another process'));
  first.secrets.encrypt('a secret');
  await settled();
  await checkSecretKey(processWith('the key of the first process'));
  await expect(checkSecretKey(processWith('the key of another process'))).rejects.toThrow(
    new WrongSecretKey('SECRET_KEY is not the key that the secrets in this database were encrypted with.'),
  );
  await expect(checkSecretKey(processWith(null))).rejects.toThrow('set SECRET_KEY to that key');
});

it('goes on after a move with the content of the key file as SECRET_KEY', async () => {
  const embedded = processWith(null);
  await checkSecretKey(embedded);
  const sealed = embedded.secrets.encrypt('a secret');
  await settled();
  const moved = processWith(readFileSync(join(folder, 'secret.key'), 'utf8'));
  await checkSecretKey(moved);
  expect(moved.secrets.decrypt(sealed)).toBe('a secret');
});
