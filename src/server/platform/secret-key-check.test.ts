/** Processes with different keys on one database. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { guardSecretKey, WrongSecretKey } from './secret-key-check.ts';
import { createWorld } from './service-runtime.ts';

let folder: string;
let config: Config;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-key-'));
  config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  database = await openDatabase(config, 'serving', 1);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process on the database with that key; null for the file in the data folder. */
const processWith = (secretKey: string | null) => createWorld({ ...config, secretKey }, database).host;
const settled = () =>
  expect.poll(() => database.read.selectFrom('agreements').selectAll().execute()).toHaveLength(1);

it('may start while there is no secret, and only with the same key once there is one', async () => {
  const first = processWith('the key of the first process');
  await guardSecretKey(first);
  await guardSecretKey(processWith('the key of another process'));
  first.vault.seal('a secret');
  await settled();
  await guardSecretKey(processWith('the key of the first process'));
  await expect(guardSecretKey(processWith('the key of another process'))).rejects.toThrow(
    new WrongSecretKey('SECRET_KEY is not the key that the secrets in this database were sealed with.'),
  );
  await expect(guardSecretKey(processWith(null))).rejects.toThrow('set SECRET_KEY to that key');
});

it('goes on after a move with the content of the key file as SECRET_KEY', async () => {
  const embedded = processWith(null);
  await guardSecretKey(embedded);
  const sealed = embedded.vault.seal('a secret');
  await settled();
  const moved = processWith(readFileSync(join(folder, 'secret.key'), 'utf8'));
  await guardSecretKey(moved);
  expect(moved.vault.open(sealed)).toBe('a secret');
});
