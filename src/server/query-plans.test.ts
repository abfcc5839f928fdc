/** Queries whose cost must not grow with ended executions, by the query plans of the embedded file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activeExecutionOf, findDueExecutions } from './executions/store/executions.ts';
import { countActiveExecutions } from './flows/store.ts';
import type { Database, Queries } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openSqlite } from './platform/database/sqlite.ts';
import { SqliteConnection } from './platform/database/sqlite-connection.ts';
import { claimJobs, hasPendingJob, nextDueAt } from './platform/jobs/queue.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-plans-'));
  database = openSqlite(join(folder, 'patchbay.db'));
  await migrate(database, 1);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the file does for the queries of `work`, one line for each table. */
async function planOf(work: (tx: Queries) => Promise<unknown>): Promise<string[]> {
  const rowsOf = vi.spyOn(SqliteConnection.prototype, 'rowsOf');
  const executeQuery = vi.spyOn(SqliteConnection.prototype, 'executeQuery');
  await database.write(work);
  const asked = [
    ...rowsOf.mock.calls.map(([sql]) => sql),
    ...executeQuery.mock.calls.map(([{ sql }]) => sql),
  ];
  vi.restoreAllMocks();
  const file = new DatabaseSync(join(folder, 'patchbay.db'), { readOnly: true });
  const plans = asked.flatMap((sql) => {
    const values = (sql.match(/\?/g) ?? []).map(() => '1');
    return file.prepare(`explain query plan ${sql}`).all(...values);
  });
  file.close();
  return plans
    .map(({ detail }) => String(detail))
    .filter((detail) => /^(SCAN|SEARCH) (executions|jobs)/.test(detail));
}

const pair = { account: 'a', contact: 'b', channel: 'c' };

it.each([
  ['what is due', (tx: Queries) => findDueExecutions(tx, 1), 'executions_due'],
  ['who holds a pair', (tx: Queries) => activeExecutionOf(tx, pair), /executions_(one_per|beside)_pair/],
  ['how many are active', (tx: Queries) => countActiveExecutions(tx, 'a'), 'executions_active_by_flow'],
  ['when the next job is due', nextDueAt, 'jobs_by_time'],
  ['whether there is a job', (tx: Queries) => hasPendingJob(tx, 'x'), 'jobs_by_execution'],
])('%s is found by its own index', async (_, work, index) => {
  const plan = await planOf(work);
  expect(plan.length).toBeGreaterThan(0);
  for (const line of plan) expect(line).toMatch(index);
});

it('claims jobs by when they are due and by their keys', async () => {
  const plan = await planOf((tx) =>
    claimJobs(tx, { now: 1, leaseUntil: 2, limit: 3, share: { perAccount: 3, busy: new Map() } }),
  );
  expect(plan.join('\n')).toContain('jobs_by_time');
  expect(plan.join('\n')).not.toContain('SCAN');
});
