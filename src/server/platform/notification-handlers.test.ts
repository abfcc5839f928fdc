/** Notifications between processes: work wakes one worker, and changes reach the processes that wait for them. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasTestPostgres, sharedTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTimeoutMs } from '../testing/running-server.ts';
import { testStartTime } from '../testing/server.ts';
import { changesChannelOf } from './change-notifier.ts';
import { readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openPostgres } from './database/postgres.ts';
import { handleNotifications, publishChanges } from './notification-handlers.ts';
import { createServiceRuntime } from './service-runtime.ts';

const soon = { timeout: 30_000 };

describe.skipIf(!hasTestPostgres())('processes on one PostgreSQL', () => {
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
