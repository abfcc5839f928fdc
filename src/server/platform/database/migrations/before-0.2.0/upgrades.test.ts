/** Filled databases of versions before keep what they hold, on each database. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { sharedTestPostgres, type TestPostgres } from '../../../../testing/postgres.ts';
import type { Database } from '../../database.ts';
import { migrate, migrations } from '../../migrate.ts';
import { openPostgres } from '../../postgres.ts';
import { openSqlite } from '../../sqlite.ts';
import type { Migration } from '../migration.ts';
import { countedTurnsUpgrade } from './testing/034-counted-turns.ts';
import { shardsOfExecutionsUpgrade } from './testing/040-shards-of-executions.ts';
import { shardsOfAccountsUpgrade } from './testing/041-shards-of-accounts.ts';
import { keysWithShardsUpgrade } from './testing/043-keys-with-shards.ts';
import { shardsOfOwnersUpgrade } from './testing/044-shards-of-owners.ts';
import { shardsOfEmailsUpgrade } from './testing/045-shards-of-emails.ts';
import { shardsOfTheAuditLogUpgrade } from './testing/061-shards-of-the-audit-log.ts';
import { checksOfDomainsUpgrade } from './testing/077-checks-of-domains.ts';
import { addressesOfPeopleUpgrade } from './testing/088-addresses-of-people.ts';
import { whoSetItUpUpgrade } from './testing/089-who-set-it-up.ts';
import { deletionsInPiecesUpgrade } from './testing/090-deletions-in-pieces.ts';
import { groupsOfPeopleUpgrade } from './testing/091-groups-of-people.ts';
import { headsOfTheAuditLogUpgrade } from './testing/092-heads-of-the-audit-log.ts';
import { longListsUpgrade } from './testing/093-long-lists.ts';

const timeoutMs = 60_000;

let folder: string;
let server: TestPostgres;
/** The newest of the versions before, empty: each case gets a copy, and the next begins with what it has. */
let newestFile: string;
let newestUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-migration-'));
  newestFile = join(folder, 'newest.db');
  server = sharedTestPostgres();
  newestUrl = await server.create();
}, timeoutMs);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, timeoutMs);

// In the order of their migrations.
describe.each([
  countedTurnsUpgrade,
  shardsOfExecutionsUpgrade,
  shardsOfAccountsUpgrade,
  keysWithShardsUpgrade,
  shardsOfOwnersUpgrade,
  shardsOfEmailsUpgrade,
  shardsOfTheAuditLogUpgrade,
  checksOfDomainsUpgrade,
  addressesOfPeopleUpgrade,
  whoSetItUpUpgrade,
  deletionsInPiecesUpgrade,
  groupsOfPeopleUpgrade,
  headsOfTheAuditLogUpgrade,
  longListsUpgrade,
])('$title', ({ first, onSqlite, onPostgres, afterCutOff }) => {
  it('on the embedded file', { timeout: timeoutMs }, async () => {
    await migrateBefore(first, openSqlite(newestFile));
    const file = join(folder, `${first.name}.db`);
    copyFileSync(newestFile, file);
    await runOn(openSqlite(file), onSqlite);
  });

  it('on PostgreSQL', { timeout: timeoutMs }, async () => {
    await runOn(await openPostgresBefore(first), onPostgres);
  });

  if (afterCutOff === undefined) return;
  it('on PostgreSQL, cut off before', { timeout: timeoutMs }, async () => {
    await runOn(await openPostgresBefore(first), afterCutOff);
  });
});

async function migrateBefore(first: Migration, database: Database): Promise<void> {
  await runOn(database, () => migrate(database, 0, migrations.slice(0, migrations.indexOf(first))));
}

async function openPostgresBefore(first: Migration): Promise<Database> {
  await migrateBefore(first, openPostgres(newestUrl, 1));
  return openPostgres(await server.create(newestUrl));
}

async function runOn(database: Database, run: (database: Database) => Promise<unknown>): Promise<void> {
  try {
    await run(database);
  } finally {
    await database.close();
  }
}
