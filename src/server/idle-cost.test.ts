/** What a process that has nothing to do asks PostgreSQL: how many statements a second, and whether accounts add to them. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findDueQueues } from './email/events/store/queue.ts';
import { nextTimerDueAt } from './executions/service/timers.ts';
import { maintenanceTasks } from './job-handlers.ts';
import { TurnCursor } from './live/new-turns.ts';
import { DueSinks } from './live/sink-worker.ts';
import { readConfig } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { nextDueAt } from './platform/jobs/queue.ts';
import { announceIntervalMs } from './platform/notification-handlers.ts';
import { pollIntervalMs } from './platform/poll-interval.ts';
import type { ServiceContext } from './platform/service-context.ts';
import { createServiceRuntime } from './platform/service-runtime.ts';
import { sharedTestPostgres, type TestPostgres } from './testing/postgres.ts';
import { startTimeoutMs } from './testing/running-server.ts';
import { testStartTime } from './testing/server.ts';

/** The bound of statements per process and second, with all pollers together. */
const statementsPerSecond = 20;
const sizes = [100, 2_000];

/** One poll, and how often it is made while there is nothing to do. */
type IdlePoll = { intervalMs: number; poll(): Promise<unknown> };

/** What looks at the file itself asks PostgreSQL for nothing. */
const ofEmbeddedFile = ['disk check', 'integrity check', 'copy of before an upgrade'];

const pollers: Record<string, (ctx: ServiceContext) => IdlePoll> = {
  'jobs and timers': (ctx) => ({
    intervalMs: pollIntervalMs,
    poll: async () => [await nextDueAt(ctx.database), await nextTimerDueAt(ctx)],
  }),
  sinks(ctx) {
    const due = new DueSinks(ctx);
    return { intervalMs: pollIntervalMs, poll: () => due.find(64, () => false) };
  },
  'event webhooks': ({ database, clock }) => ({
    intervalMs: pollIntervalMs,
    poll: () => findDueQueues(database.read, { now: clock.now(), limit: 64, failing: false }),
  }),
  'event webhooks that fail': ({ database, clock }) => ({
    intervalMs: pollIntervalMs,
    poll: () => findDueQueues(database.read, { now: clock.now(), limit: 64, failing: true }),
  }),
  'live streams, however many'(ctx) {
    const cursor = new TurnCursor(ctx);
    return { intervalMs: pollIntervalMs, poll: () => cursor.advance() };
  },
  'the announcement of the worker': ({ database }) => ({
    intervalMs: announceIntervalMs,
    poll: () => sql`select pg_notify('idle', 'x')`.execute(database.read),
  }),
  ...Object.fromEntries(
    maintenanceTasks
      .filter(({ name }) => !ofEmbeddedFile.includes(name))
      .map(({ name, intervalMs, run }) => [
        `maintenance: ${name}`,
        (ctx: ServiceContext) => ({
          intervalMs: intervalMs(ctx),
          poll: () =>
            run(
              ctx,
              async () => {},
              () => false,
              AbortSignal.abort(),
            ),
        }),
      ]),
  ),
};

describe('an idle process on PostgreSQL', () => {
  let postgres: TestPostgres;
  const databases = new Map<number, Database>();

  beforeAll(async () => {
    postgres = sharedTestPostgres();
    for (const size of sizes) {
      const database = openPostgres(await postgres.createMigrated());
      databases.set(size, database);
      await addAccounts(database, size);
    }
  }, startTimeoutMs);
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    for (const database of databases.values()) await database.close();
    await postgres.stop();
  });

  /** Statements of one poll, after the first one, at each size. */
  const statementsOf = async (create: (ctx: ServiceContext) => IdlePoll) => {
    const counts: number[] = [];
    let intervalMs = 0;
    for (const database of databases.values()) {
      const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: 'postgres://x/y' });
      let now = testStartTime;
      const { ctx } = createServiceRuntime(config, database, () => now);
      const poller = create(ctx);
      await poller.poll();
      now += poller.intervalMs;
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await poller.poll();
      counts.push(query.mock.calls.length);
      query.mockRestore();
      intervalMs = poller.intervalMs;
    }
    return { counts, intervalMs };
  };

  it.each(Object.entries(pollers))(
    'asks for %s as often with many accounts as with few',
    async (_, create) => {
      // An open transaction of another test on the same server holds back how far one can read, so that a poll finds more.
      await expect
        .poll(async () => {
          const { counts, intervalMs } = await statementsOf(create);
          const isSame = (counts[0] ?? 0) > 0 && new Set(counts).size === 1;
          return { counts, isSame, isSeldom: intervalMs >= 5_000 };
        })
        .toMatchObject({ isSame: true, isSeldom: true });
    },
  );

  it('stays below the bound with all of them', async () => {
    let perSecond = 0;
    for (const create of Object.values(pollers)) {
      const { counts, intervalMs } = await statementsOf(create);
      perSecond += (Math.max(...counts) * 1_000) / intervalMs;
    }
    expect(perSecond).toBeLessThan(statementsPerSecond / 4);
  });
});

/** Each has a sink, an event webhook that has been posted to, an ended turn, and its own period of retention. */
async function addAccounts(database: Database, count: number): Promise<void> {
  const numbers = sql`generate_series(1, ${count}::int) as n`;
  const now = sql`${testStartTime}::bigint`;
  await database.write(async (tx) => {
    await sql`insert into accounts (sid, name, "user", token_hash, created_at)
      select 'AC' || n, 'Shop ' || n, 'US' || n, 'hash' || n, ${now} from ${numbers}`.execute(tx);
    await sql`insert into sinks (sid, account, shard, destination, kinds, status, xid, serial, sent, due_at, lease_until,
        attempts, test_wanted, created_at)
      select 'DG' || n, 'AC' || n, get_byte(decode(md5('AC' || n), 'hex'), 0), 'https://sink.example/', '["flow.step.ended"]', 'active',
        pg_current_xact_id()::text::bigint + 1, 0, 0, 0, 0, 0, 0, ${now} from ${numbers}`.execute(tx);
    await sql`insert into event_webhooks (account, region, id, url, enabled, kinds, created_at, updated_at)
      select 'AC' || n, 'global', 'webhook' || n, 'https://hook.example/', 1, '["delivered"]', ${now}, ${now}
      from ${numbers}`.execute(tx);
    await sql`insert into event_lanes (webhook, shard, lease_until, due_at, failures)
      select 'webhook' || n, get_byte(decode(md5('webhook' || n), 'hex'), 0), 0, 0, 0 from ${numbers}`.execute(
      tx,
    );
    await sql`insert into live_turns (xid, account, flow, execution, shard, first_step, last_step, began, ended, at)
      select pg_current_xact_id()::text::bigint, 'AC' || n, 'FW1', 'FN' || n, 0, 1, 0, 1, 1, ${now}
      from ${numbers}`.execute(tx);
    await sql`insert into retention_settings (account, period_ms, set_at)
      select 'AC' || n, 86400000, ${now} from ${numbers}`.execute(tx);
  });
}
