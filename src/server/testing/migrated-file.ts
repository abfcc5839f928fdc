/**
 * Embedded databases that are migrated already. Tests open hundreds, and migrating one takes many times as long as copying it:
 * each process of the tests migrates one, at the time 0.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openSqlite } from '../platform/database/sqlite.ts';

let migrated: Promise<Buffer> | undefined;

/** Puts one into a folder, where the server looks for it. */
export async function placeMigratedFile(folder: string): Promise<void> {
  migrated ??= makeMigratedFile();
  writeFileSync(join(folder, 'patchbay.db'), await migrated, { mode: 0o600 });
}

/** Opens one in a folder that has none. */
export async function openMigratedFile(folder: string): Promise<Database> {
  await placeMigratedFile(folder);
  return openSqlite(join(folder, 'patchbay.db'));
}

async function makeMigratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-migrated-'));
  const file = join(folder, 'patchbay.db');
  const database = openSqlite(file);
  await migrate(database, 0);
  // Takes the write-ahead log into the file.
  await database.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}
