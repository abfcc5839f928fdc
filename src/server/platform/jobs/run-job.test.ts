/** What becomes of a job whose performer throws. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerTasks } from '../../job-handlers.ts';
import { RestartablePostgres } from '../../testing/restartable-postgres.ts';
import { readConfig } from '../config.ts';
import { openPostgres } from '../database/postgres.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { jobAttemptsTotal } from '../metrics.ts';
import { createAddressGuard, createOutboundAgent } from '../outbound/address-guard.ts';
import type { ServiceContext } from '../service-context.ts';
import { createServiceRuntime } from '../service-runtime.ts';
import { runJob } from './run-job.ts';

const timeoutMs = 60_000;

describe('a job', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-jobs-'));
  const agent = createOutboundAgent(createAddressGuard([]));
  let postgres: RestartablePostgres;
  let ctx: ServiceContext;

  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    ctx = createServiceRuntime(config, openPostgres(postgres.url, 2)).ctx;
  }, timeoutMs);
  afterAll(async () => {
    await ctx.database.close();
    await agent.destroy();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }, timeoutMs);

  const job = (payload: string): JobRow => ({
    ...{ key: 'mail-send:EM1', shard: 0, kind: 'mail-send', account: 'AC1', execution: null, payload },
    ...{ run_at: 0, lease_until: 0, attempts: 9, created_at: 0, dead_at: null, problem: '' },
  });
  /** Attempts with that result so far; the counters of a process also count what other tests did. */
  const attemptsWith = async (result: string) => {
    const { values } = await jobAttemptsTotal.get();
    const counter = values.find(({ labels }) => labels.kind === 'mail-send' && labels.result === result);
    return counter?.value ?? 0;
  };

  it(
    'with many attempts is not dead-lettered because the database is unavailable, but for an error of its own',
    async () => {
      const before = { retry: await attemptsWith('retry'), dead: await attemptsWith('dead') };
      await postgres.crash();
      // Noting the outcome needs the database as well, so both end with a refusal; what counts is the outcome.
      const away = runJob(ctx, { agent }, workerTasks.jobHandlers, job('{"recipient":"EM1"}')).catch(
        () => {},
      );
      await expect.poll(() => attemptsWith('retry'), { timeout: 30_000 }).toBe(before.retry + 1);
      const broken = runJob(ctx, { agent }, workerTasks.jobHandlers, job('no JSON')).catch(() => {});
      await expect.poll(() => attemptsWith('dead'), { timeout: 30_000 }).toBe(before.dead + 1);
      await Promise.all([away, broken]);
      expect(await attemptsWith('retry')).toBe(before.retry + 1);
    },
    timeoutMs,
  );
});
