/** The next executions whose period is over are found as fast when many lost their data before, on PostgreSQL. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { openTestPostgres, sharedTestPostgres } from '../testing/postgres.ts';
import { countRowsRead } from '../testing/rows-read.ts';
import { deleteRemains, executionsToPurge, listBacklogs } from './store.ts';

const executions = 10_000;
/** Those that began later still have their data. */
const purged = 9_000;
const account = 'AC1';
/** Of shorter rows the planner would read all, as they are few pages. */
const stateLength = 1_000;
const startTimeoutMs = 60_000;

describe('beside 9,000 executions without their data', () => {
  const server = sharedTestPostgres();
  let database: Database;
  beforeAll(async () => {
    database = openTestPostgres(await server.createMigrated());
    await database.write(async (tx) => {
      await sql`insert into accounts (sid, name, "user", token_hash, created_at) values (${account}, 'A', 'US1', '', 0)`.execute(
        tx,
      );
      await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
        values ('FW1', ${account}, 'Flow', 'published', 1, '{}', 0)`.execute(tx);
      await sql`insert into executions (sid, shard, account, flow, revision, contact, channel, exclusive, status, state, context, version, expires_at, created_at, purged_at)
        select 'FN00' || i, 0, ${account}, 'FW1', 1, '', '', 1, 'ended', repeat('x', ${stateLength}::int), '', 1, 0, i, case when i <= ${purged} then i end
        from generate_series(1, ${executions}::int) i`.execute(tx);
    });
    await database.session((db) => sql`analyze executions`.execute(db));
  }, startTimeoutMs);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  it('the next batch is read, and nothing else', async () => {
    const due = { account, before: executions, limit: 25 };
    const batch = await executionsToPurge(database.read, due);
    expect(batch.map(({ sid }) => sid)).toEqual(
      Array.from({ length: 25 }, (_, nth) => `FN00${purged + 1 + nth}`),
    );
    expect(await countRowsRead(database, 'executions', (tx) => executionsToPurge(tx, due))).toBeLessThan(60);
  });

  it('the oldest of each kind is one look', async () => {
    const [backlog] = await listBacklogs(database.read);
    expect(backlog).toMatchObject({ oldest: purged + 1, oldest_remains: 1 });
    expect(await countRowsRead(database, 'executions', listBacklogs)).toBeLessThan(10);
  });

  it('what remains is deleted a few at a time', async () => {
    const due = { account, before: executions, limit: 100 };
    expect(await countRowsRead(database, 'executions', (tx) => deleteRemains(tx, due))).toBeLessThan(700);
  });
});
