/** A database that comes back as another one, while servers run. */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasTestPostgres } from '../testing/postgres.ts';
import { RestartablePostgres } from '../testing/restartable-postgres.ts';
import { readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { handleFailover } from './database-failover.ts';
import { createServiceRuntime } from './service-runtime.ts';

const timeoutMs = 60_000;
const now = Date.UTC(2026, 10, 6, 12);

describe.skipIf(!hasTestPostgres())('after PostgreSQL was away', () => {
  let server: RestartablePostgres;
  let database: Database;

  beforeEach(async () => {
    server = await RestartablePostgres.start();
    const place = { dataDir: '', databaseUrl: server.url, databasePool: 2 };
    database = await openDatabase(place, 'exclusive', now);
    handleFailover(createServiceRuntime(readConfig({ LOG_LEVEL: 'silent' }), database, () => now).ctx);
  }, timeoutMs);
  afterEach(async () => {
    await server.boot();
    await database.close();
    await server.remove();
  }, timeoutMs);

  const note = () =>
    database.read.selectFrom('log_numbers').select(['place', 'lead']).executeTakeFirstOrThrow();

  it(
    'the numbers of the turn log go on above the clock where it is another one',
    async () => {
      const before = await note();
      await database.write((tx) => sql`update log_numbers set place = 'another place'`.execute(tx));
      await server.crash();
      await server.boot();
      await expect.poll(async () => (await note()).lead).toBeGreaterThan(now);
      expect(await note()).toMatchObject({ place: before.place });
    },
    timeoutMs,
  );
});
