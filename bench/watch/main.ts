/**
 * Benchmark of the list over all flows: each filter of `GET /v1/Executions` among many executions, on the embedded file
 * and on PostgreSQL, as milliseconds of one request to the service function. `--executions N` (1,000,000), `--on
 * embedded,postgres`, `--requests N` (of each filter, 100). Before that the
 * page of an execution in a browser. `--only page,filters` leaves the other out.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type AccountExecutionFilter, findAccountExecutions } from '#server/executions/account-list/store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { PostgresServer } from '../../e2e/cluster/postgres-server.ts';
import { freePort } from '../service/free-port.ts';
import { measureExecutionPage } from './execution-page.ts';

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '100' },
    on: { type: 'string', default: 'embedded,postgres' },
    only: { type: 'string', default: 'page,filters' },
  },
});
const executions = Number(values.executions);
const requests = Number(values.requests);
const account = `AC${'0'.repeat(32)}`;
const flows = 20;
const firstStart = Date.UTC(2026, 0, 1);
const apartMs = 20_000;
const batch = 50_000;

async function measure(name: string, database: Database): Promise<void> {
  await migrate(database, firstStart);
  const before = performance.now();
  await fill(database);
  const seconds = Math.round((performance.now() - before) / 1_000);
  console.log(`### ${name}: ${executions.toLocaleString('en')} executions, filled in ${seconds} s\n`);
  console.log('| filter | p50, ms | p95, ms | slowest, ms | rows of a page |\n|---|---:|---:|---:|---:|');
  for (const [title, filterOf] of Object.entries(filters)) {
    const times: number[] = [];
    let rows = 0;
    for (let nth = 0; nth < requests; nth += 1) {
      const filter = filterOf(nth);
      // Every second request is a page somewhere in the list.
      const from =
        nth % 2 === 0
          ? null
          : ({ direction: nth % 4 === 1 ? 'older' : 'newer', position: positionAt(nth) } as const);
      const startedAt = performance.now();
      const page = await findAccountExecutions(database.read, account, filter, { size: 50, from });
      times.push(performance.now() - startedAt);
      rows += page.rows.length;
    }
    times.sort((a, b) => a - b);
    const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1);
    console.log(`| ${title} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${Math.round(rows / requests)} |`);
  }
}

function positionAt(nth: number): string {
  const index = (nth * 7_919) % executions;
  return `${firstStart + index * apartMs}.${sidOf(index)}`;
}

function sidOf(index: number): string {
  return `FN${index.toString(16).padStart(32, '0')}`;
}

const flowSid = (nth: number) => `FW${(nth % flows).toString(16).padStart(32, '0')}`;

const filters: Record<string, (nth: number) => AccountExecutionFilter> = {
  none: () => ({}),
  'status: active (1 %)': () => ({ status: 'active' }),
  'status: ended': () => ({ status: 'ended' }),
  flow: (nth) => ({ flow: flowSid(nth) }),
  'flow, active': (nth) => ({ flow: flowSid(nth), status: 'active' }),
  'flow and widget': (nth) => ({ flow: flowSid(nth), widget: `widget_${nth % 10}` }),
  'widget in all flows': (nth) => ({ widget: `widget_${nth % 10}` }),
  contact: (nth) => ({ contact: `+4470${(nth * 3_571) % 200_000}` }),
  'unknown contact': () => ({ contact: '+1' }),
  channel: (nth) => ({ channel: `+1500${nth % 5}` }),
  'unknown channel': () => ({ channel: '+1' }),
  event: (nth) => ({ event: `event_${nth % 8}` }),
  'unknown event': () => ({ event: 'never' }),
  'any error (1 %)': () => ({ error: 'any' }),
  'one error (0.1 %)': (nth) => ({ error: 81_000 + (nth % 10) }),
  'unknown error': () => ({ error: 1 }),
  'revision of a flow': (nth) => ({ flow: flowSid(nth), revision: 1 + (nth % 30) }),
  'unknown revision': (nth) => ({ flow: flowSid(nth), revision: 99 }),
  'a day': (nth) => {
    const from = firstStart + ((nth * 7_919) % executions) * apartMs;
    return { from, to: from + 86_400_000 };
  },
  'a day, ended, event': (nth) => {
    const from = firstStart + ((nth * 7_919) % executions) * apartMs;
    return { from, to: from + 86_400_000, status: 'ended', event: `event_${nth % 8}` };
  },
  'nothing has it: event, revision, error': (nth) => ({ event: 'never', revision: 99, flow: flowSid(nth) }),
};

const wants = (part: 'page' | 'filters') => values.only.split(',').includes(part);

if (values.on.includes('embedded')) {
  if (wants('page')) await measureExecutionPage('Embedded', {});
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  const database = openSqlite(join(folder, 'patchbay.db'));
  try {
    if (wants('filters')) await measure('Embedded', database);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.on.includes('postgres')) {
  if (wants('page')) await onPostgres(({ url }) => measureExecutionPage('PostgreSQL', databaseAt(url)));
  if (wants('filters')) await onPostgres(measureOnPostgres);
}

function databaseAt(url: string): Record<string, string> {
  return { DATABASE_URL: url, SECRET_KEY: 'of the benchmark' };
}

async function onPostgres(work: (server: PostgresServer) => Promise<void>): Promise<void> {
  const server = new PostgresServer(await freePort());
  try {
    await work(server);
  } finally {
    server.remove();
  }
}

async function measureOnPostgres({ url }: PostgresServer): Promise<void> {
  const database = openPostgres(url);
  try {
    await measure('PostgreSQL', database);
  } finally {
    await database.close();
  }
}

async function fill(database: Database): Promise<void> {
  const isEmbedded = database.dialect === 'sqlite';
  await database.write(async (tx) => {
    await sql`insert into accounts (sid, name, "user", token_hash, created_at)
      values (${account}, 'Bench', ${`US${'0'.repeat(32)}`}, '', 0)`.execute(tx);
    for (let nth = 0; nth < flows; nth += 1) {
      await sql`insert into flows (sid, account, friendly_name, status, revision, digest, created_at)
        values (${flowSid(nth)}, ${account}, ${`Flow ${nth}`}, 'published', 30, '{}', 0)`.execute(tx);
    }
  });
  const hex = (value: string) =>
    isEmbedded ? `printf('%032x', ${value})` : `lpad(to_hex((${value})::bigint), 32, '0')`;
  const text = (value: string) => (isEmbedded ? `(${value})` : `(${value})::text`);
  const context = `'{"flow":"${'x'.repeat(600)}"}'`;
  for (let from = 0; from < executions; from += batch) {
    const to = Math.min(executions, from + batch);
    const n = isEmbedded
      ? `(with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${to}) select i from n) n`
      : `generate_series(${from}::bigint, ${to - 1}::bigint) n(i)`;
    const isActive = 'n.i % 100 = 7';
    const at = `${firstStart} + n.i * ${apartMs}`;
    const insert = `insert into executions (sid, shard, account, flow, revision, contact, channel, exclusive, status,
        widget, state, context, version, due_at, expires_at, created_at, updated_at, event, error)
      select 'FN' || ${hex('n.i')}, 0, '${account}', 'FW' || ${hex(`(n.i / 3) % ${flows}`)}, 1 + (n.i / 11) % 30,
        '+4470' || ${text('(n.i * 7) % 200000')}, '+1500' || ${text('(n.i / 5) % 5')}, 0,
        case when ${isActive} then 'active' else 'ended' end,
        case when ${isActive} then 'widget_' || ${text('(n.i / 100) % 10')} end,
        '{}', ${context}, 3, case when ${isActive} then ${at} end, ${at}, ${at}, ${at} + 60000,
        'event_' || ${text('(n.i / 7) % 8')}, case when n.i % 100 = 3 then 81000 + (n.i / 100) % 10 end
      from ${n}`;
    await database.write((tx) => sql.raw(insert).execute(tx));
  }
  if (!isEmbedded) await database.write((tx) => sql`analyze`.execute(tx));
}
