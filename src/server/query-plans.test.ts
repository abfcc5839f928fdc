/** Queries whose cost must not grow with ended executions, by their query plans. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listWaiting } from './email/scheduled-sends/store.ts';
import { listVersionSummaries, sumOfSizes } from './email/templates/store.ts';
import { activeExecutionOf, findDueExecutions } from './executions/store/executions.ts';
import { startsOf } from './executions/store/flow-activity.ts';
import { listRevisions } from './flows/revisions/store.ts';
import { countActiveExecutions } from './flows/store.ts';
import { findMessageOf } from './messaging/messages/store.ts';
import type { Database, Queries } from './platform/database/database.ts';
import { openPostgres } from './platform/database/postgres.ts';
import { SqliteConnection } from './platform/database/sqlite-connection.ts';
import { claimJobs, hasPendingJob, nextDueAt } from './platform/jobs/queue.ts';
import { deleteRemains, removePersonalData } from './retention/store.ts';
import { openMigratedFile } from './testing/migrated-file.ts';
import { sharedTestPostgres } from './testing/postgres.ts';
import { recordPostgres } from './testing/postgres-exchanges.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-plans-'));
  database = await openMigratedFile(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the file does for the queries of a transaction, one line for each table. */
function planOf(work: (tx: Queries) => Promise<unknown>): Promise<string[]> {
  return plansDuring(() => database.write(work));
}

async function plansDuring(
  act: () => Promise<unknown>,
  tables = /(executions|jobs|messages|outbound_recipients)/,
): Promise<string[]> {
  const rowsOf = vi.spyOn(SqliteConnection.prototype, 'rowsOf');
  const executeQuery = vi.spyOn(SqliteConnection.prototype, 'executeQuery');
  await act();
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
    .filter((detail) => new RegExp(`^(SCAN|SEARCH) ${tables.source}`).test(detail));
}

/** SQLite reads past a large text to the columns behind it, unless an index has them. */
it.each([
  ['a page of revisions', (tx: Queries) => listRevisions(tx, 'FW1', { size: 50, from: null })],
  ['the versions of templates', (tx: Queries) => listVersionSummaries(tx, ['d-1', 'd-2'])],
  ['the size of all templates', (tx: Queries) => sumOfSizes(tx, { account: 'a', region: 'global' })],
])('%s is read without the texts beside it', async (_, work) => {
  const plans = (
    await plansDuring(() => database.write<unknown>(work), /(revisions|version|email_template_versions)/)
  ).join();
  expect(plans).toMatch(/USING COVERING INDEX (revisions_by_flow|email_template_versions_by_template)/);
});

const soonest = { size: 50, from: { direction: 'older' as const, position: '1.EM' } };
const pair = { account: 'a', contact: 'b', channel: 'c' };

it.each([
  ['what is due', (tx: Queries) => findDueExecutions(tx, 1), 'executions_due'],
  ['who holds a pair', (tx: Queries) => activeExecutionOf(tx, pair), /executions_(one_per|beside)_pair/],
  // Both have the active executions of a flow and no others; which one is taken depends on how wide a row is.
  [
    'how many are active',
    (tx: Queries) => countActiveExecutions(tx, 'a'),
    /executions_(active_by_flow|by_widget)/,
  ],
  [
    'which emails wait for their time',
    (tx: Queries) => listWaiting(tx, { account: 'a', region: 'global' }, soonest),
    'outbound_recipients_waiting',
  ],
  ['when a flow was started', (tx: Queries) => startsOf(tx, 'FW1', 1, 5_000), 'executions_by_flow'],
  ['whether there is a job', (tx: Queries) => hasPendingJob(tx, 'x'), 'jobs_by_execution'],
])('%s is found by its own index', async (_, work, index) => {
  const plan = await planOf(work);
  expect(plan.length).toBeGreaterThan(0);
  for (const line of plan) expect(line).toMatch(index);
});

it('finds when the next job is due by its own index', async () => {
  expect(await plansDuring(() => nextDueAt(database))).toEqual([expect.stringMatching('jobs_by_time')]);
});

it('claims jobs by when they are due and by their keys', async () => {
  const share = { perAccount: 3, busy: new Map() };
  const plan = await plansDuring(() => claimJobs(database, { now: 1, leaseUntil: 2, limit: 3, share }));
  expect(plan.join('\n')).toContain('jobs_by_time');
  expect(plan.join('\n')).not.toContain('SCAN');
});

/** An execution whose personal data was removed long ago. */
async function addRemains(tx: Queries): Promise<void> {
  await sql`insert into accounts (sid, name, "user", token_hash, created_at) values ('1', 'A', 'US1', '', 0)`.execute(
    tx,
  );
  await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
    values ('FW1', '1', 'Flow', 'published', 1, '{}', 0)`.execute(tx);
  await sql`insert into executions (sid, shard, account, flow, revision, contact, channel, exclusive, status, state, context,
      version, expires_at, created_at, purged_at)
    values ('FN1', 0, '1', 'FW1', 1, '', '', 1, 'ended', '', '', 1, 0, 0, 0)`.execute(tx);
}

const byExecution: [string, (tx: Queries) => Promise<unknown>][] = [
  ['of a command', (tx) => findMessageOf(tx, { account: '1', execution: 'FN1', effect: '2.message' })],
  ['that lose their personal data', (tx) => removePersonalData(tx, ['FN1'], 1)],
  ['that are deleted with what is left', (tx) => deleteRemains(tx, { account: '1', before: 1, limit: 1 })],
];

it.each(byExecution)('messages %s are found by their execution', async (_, work) => {
  await database.write(addRemains);
  const plan = (await planOf(work)).filter((line) => line.includes(' messages '));
  expect(plan).toEqual([
    expect.stringMatching(/^SEARCH messages USING (COVERING )?INDEX messages_by_execution/),
  ]);
});

describe('on PostgreSQL', () => {
  it.each(byExecution)('messages %s are found by their execution', async (_, work) => {
    const server = sharedTestPostgres();
    const postgres = openPostgres(await server.createMigrated());
    try {
      await postgres.write(addRemains);
      const sent = await recordPostgres(() => postgres.write(work));
      const asked = sent.filter(({ sql: text }) => / "messages" /.test(text));
      expect(asked).toHaveLength(1);
      const plan = await postgres.session((db) => planOnPostgres(db, asked[0]?.sql ?? ''));
      expect(plan).toMatch(/Index Scan (using|on) messages_by_execution/);
    } finally {
      await postgres.close();
      await server.stop();
    }
  });
});

/** The plan for any values, of tables too small for an index to be worth it. */
async function planOnPostgres(db: Queries, text: string): Promise<string> {
  const values = new Set(text.match(/\$\d+/g)).size;
  await sql`set enable_seqscan = off`.execute(db);
  await sql`set plan_cache_mode = force_generic_plan`.execute(db);
  await sql.raw(`prepare planned as ${text}`).execute(db);
  const given = Array.from({ length: values }, () => "'1'").join(', ');
  const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute planned(${given})`).execute(db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
