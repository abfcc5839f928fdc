/** Filled databases of versions before keep what they hold, on each database. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { sharedTestPostgres } from '../../../../testing/postgres.ts';
import type { Database } from '../../database.ts';
import { openPostgres } from '../../postgres.ts';
import { openSqlite } from '../../sqlite.ts';
import { countedTurnsUpgrade } from './testing/034-counted-turns.ts';
import { shardsOfExecutionsUpgrade } from './testing/040-shards-of-executions.ts';
import { shardsOfAccountsUpgrade } from './testing/041-shards-of-accounts.ts';
import { keysWithShardsUpgrade } from './testing/043-keys-with-shards.ts';
import { shardsOfOwnersUpgrade } from './testing/044-shards-of-owners.ts';
import { shardsOfEmailsUpgrade } from './testing/045-shards-of-emails.ts';
import { shardsOfTheAuditLogUpgrade } from './testing/061-shards-of-the-audit-log.ts';

const timeoutMs = 60_000;

describe.each([
  countedTurnsUpgrade,
  shardsOfExecutionsUpgrade,
  shardsOfAccountsUpgrade,
  keysWithShardsUpgrade,
  shardsOfOwnersUpgrade,
  shardsOfEmailsUpgrade,
  shardsOfTheAuditLogUpgrade,
])('$title', ({ onSqlite, onPostgres, afterCutOff }) => {
  it('on the embedded file', { timeout: timeoutMs }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-migration-'));
    const database = openSqlite(join(folder, 'patchbay.db'));
    try {
      await onSqlite(database);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('on PostgreSQL', { timeout: timeoutMs }, () => runOnPostgres(onPostgres));

  it.runIf(afterCutOff !== undefined)('on PostgreSQL, cut off before', { timeout: timeoutMs }, async () => {
    if (afterCutOff !== undefined) await runOnPostgres(afterCutOff);
  });
});

async function runOnPostgres(run: (database: Database) => Promise<void>): Promise<void> {
  const server = sharedTestPostgres();
  const database = openPostgres(await server.create());
  try {
    await run(database);
  } finally {
    await database.close();
    await server.stop();
  }
}
