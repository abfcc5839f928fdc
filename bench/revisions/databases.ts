/** The impact of a publish and the history of a flow, asked of a running server whose database holds many rows. */

import { join } from 'node:path';
import { sql } from 'kysely';
import { paths } from '#api/paths.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { addActiveExecutions } from '#server/testing/active-executions.ts';
import { post, publish, sendTo, type Target } from '../../e2e/attacks/hostile-request.ts';
import { PostgresServer } from '../../e2e/cluster/postgres-server.ts';
import { startServer } from '../../e2e/server.ts';
import { freePort } from '../service/free-port.ts';
import { summarize, type Times } from './comparisons.ts';
import { editedFlows } from './edited-flows.ts';

export type DatabaseTimes = { impact: Times; history: Times };

const activeExecutions = 100_000;
const historyLength = 5_000;
const rounds = 15;

export async function measureOnSqlite(folder: string): Promise<DatabaseTimes> {
  const dataDir = join(folder, 'embedded');
  return measure(dataDir, {}, () => openSqlite(join(dataDir, 'patchbay.db')));
}

/** On a PostgreSQL of its own with default settings. */
export async function measureOnPostgres(folder: string): Promise<DatabaseTimes> {
  const postgres = new PostgresServer(await freePort());
  try {
    const environment = { DATABASE_URL: postgres.url };
    return await measure(join(folder, 'postgres'), environment, () => openPostgres(postgres.url));
  } finally {
    postgres.remove();
  }
}

async function measure(
  dataDir: string,
  environment: Record<string, string>,
  open: () => Database,
): Promise<DatabaseTimes> {
  const server = await startServer({
    dataDir,
    env: { LOG_LEVEL: 'error', SMTP_PORT: 'off', ...environment },
  });
  try {
    const { base, ours, theirs } = editedFlows();
    const flow = await publish(server, base);
    const started = new URLSearchParams({ To: '+15550100', From: '+15550199' });
    await sent(server, paths.executions(flow), started);
    for (const definition of [ours, theirs]) {
      const form = new URLSearchParams({ Status: 'draft', Definition: JSON.stringify(definition) });
      await sent(server, paths.flow(flow), form);
    }
    const database = open();
    const widgets = base.states.slice(1).map(({ name = '' }) => name);
    await addActiveExecutions(database, { flow, count: activeExecutions, revisions: 2, widgets });
    await addRevisions(database, flow);
    if (database.dialect === 'postgres')
      await database.write((tx) => sql`analyze`.execute(tx).then(() => undefined));
    await database.close();
    return {
      impact: await timesOf(server, `${paths.publishImpact(flow)}?Revision=3`),
      history: await timesOf(server, paths.flowHistory(flow)),
    };
  } finally {
    await server.stop();
  }
}

/** Copies of the third revision, as a flow that is saved for years has them. */
async function addRevisions(database: Database, flow: string): Promise<void> {
  const isSqlite = database.dialect === 'sqlite';
  const numbers = isSqlite
    ? sql`(with recursive n(i) as (select 4 union all select i + 1 from n where i < ${historyLength}) select i from n) n`
    : sql`generate_series(4, ${sql.lit(historyLength)}) n(i)`;
  const copied = sql.raw('status, author, key_sid, key_name, source, source_revision, message, summary');
  await database.write((tx) =>
    sql`
      insert into revision_history (flow, revision, created_at, ${copied})
      select flow, n.i, created_at + n.i, ${copied}
      from ${numbers}, (select * from revision_history where flow = ${flow} and revision = 3) r`.execute(tx),
  );
  await database.write((tx) =>
    sql`
      insert into revisions (flow, revision, author, friendly_name, status, definition, commit_message, warnings, created_at)
      select flow, n.i, author, friendly_name, status, definition, commit_message, warnings, created_at + n.i
      from ${numbers}, (select * from revisions where flow = ${flow} and revision = 3) r`.execute(tx),
  );
  await database.write((tx) =>
    sql`update flows set revision = ${historyLength} where sid = ${flow}`.execute(tx),
  );
}

async function sent(target: Target, path: string, form: URLSearchParams): Promise<void> {
  const { status, body } = await sendTo(target, post(path, 'form', form.toString()));
  if (status >= 400) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
}

async function timesOf(target: Target, path: string): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now();
    const { status, body } = await sendTo(target, { method: 'GET', path, headers: {} });
    if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 300)}`);
    times.push(performance.now() - before);
  }
  return summarize(times);
}
