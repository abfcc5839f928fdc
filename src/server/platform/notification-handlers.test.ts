/** Notifications between processes: work wakes one worker, and changes reach the processes that wait for them. */

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { RestartablePostgres } from '../testing/restartable-postgres.ts';
import { startTimeoutMs } from '../testing/running-server.ts';
import { testStartTime } from '../testing/server.ts';
import { changesChannelOf } from './change-notifier.ts';
import { readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { openPostgres } from './database/postgres.ts';
import {
  announceIntervalMs,
  handleFailover,
  handleNotifications,
  publishChanges,
  WorkerDirectory,
} from './notification-handlers.ts';
import { createServiceRuntime } from './service-runtime.ts';

const soon = { timeout: 30_000 };

describe('processes on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let now = testStartTime;
  const databases: Database[] = [];
  let api: ReturnType<typeof open>;
  let workers: ReturnType<typeof open>[];

  const open = (url: string) => {
    const database = openPostgres(url, 2);
    databases.push(database);
    const received: string[] = [];
    database.onNotification(({ channel, text }) => void received.push(`${channel} ${text}`));
    const config = readConfig({ LOG_LEVEL: 'silent', DATABASE_URL: url });
    return { ctx: createServiceRuntime(config, database, () => now).ctx, received, woken: 0 };
  };

  beforeAll(async () => {
    postgres = sharedTestPostgres();
    const url = await postgres.create();
    api = open(url);
    handleNotifications(api.ctx, false);
    await vi.waitFor(() => expect(api.received).toContain('+ workers'), soon);
    workers = [open(url), open(url)];
    for (const each of workers) {
      each.ctx.work.poll('jobs', () => {
        each.woken += 1;
      });
      handleNotifications(each.ctx, true);
    }
    const announced = () => new Set(api.received.filter((each) => each.startsWith('workers ')));
    await vi.waitFor(() => expect(announced().size).toBe(2), soon);
    const listening = () =>
      workers.map(({ received }) => received.some((each) => each.startsWith('+ work_')));
    await vi.waitFor(() => expect(listening()).toEqual([true, true]), soon);
  }, startTimeoutMs);
  afterAll(async () => {
    for (const each of databases) await each.close();
    await postgres.stop();
  });

  it('wake one worker at a time for work of a process that has none', async () => {
    const woken = () => workers.map((each) => each.woken);
    const all = () => woken().reduce((sum, each) => sum + each, 0);
    for (const wakes of [1, 2, 3, 4]) {
      api.ctx.wake('jobs');
      await expect.poll(all, soon).toBe(wakes);
      now += 1_000;
    }
    expect(woken()).toEqual([2, 2]);
  });

  it('keep the work of a process that has a worker', async () => {
    const [one, other] = workers.map((each) => each.woken);
    workers[0]?.ctx.wake('jobs');
    await expect.poll(() => workers[0]?.woken, soon).toBe((one ?? 0) + 1);
    expect(workers[1]?.woken).toBe(other);
  });

  it('hear of a changed row where somebody waits for it, and nowhere else', async () => {
    const [waiting, idle] = workers;
    const sid = 'FN0123456789abcdef0123456789abcdef';
    const subscription = waiting?.ctx.changes.subscribe(sid);
    const channel = changesChannelOf(sid);
    await expect.poll(() => waiting?.received, soon).toContain(`+ ${channel}`);
    publishChanges(api.ctx, new Set([sid]));
    await expect.poll(() => waiting?.received, soon).toContain(`${channel} ${sid}`);
    expect(idle?.received).not.toContain(`${channel} ${sid}`);
    await subscription?.changed(60_000);
    subscription?.close();
  });
});

it('gives each second to one worker, in turn', () => {
  const directory = new WorkerDirectory();
  expect(directory.next(0)).toBeNull();
  directory.announced('b', 0);
  directory.announced('a', 0);
  expect([0, 500, 1_000, 1_999, 2_000].map((now) => directory.next(now))).toEqual(['a', 'a', 'b', 'b', 'a']);
});

it('forgets a worker that has not announced itself three times', () => {
  const directory = new WorkerDirectory();
  directory.announced('gone', 0);
  directory.announced('here', 2 * announceIntervalMs);
  const later = 3 * announceIntervalMs + 1;
  expect([later, later + 1_000].map((now) => directory.next(now))).toEqual(['here', 'here']);
});

const timeoutMs = 60_000;
const now = Date.UTC(2026, 10, 6, 12);

describe('after PostgreSQL was away', () => {
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
