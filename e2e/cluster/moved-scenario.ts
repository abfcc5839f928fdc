/**
 * Move scenario: a filled PostgreSQL database is distributed over a Citus cluster and moved back to one PostgreSQL by the commands
 * of an operator; all tables have the same rows in the three places, and a process serves the last one.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { type APIRequestContext, request } from 'playwright/test';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { distribution } from '#server/platform/database/schema/distribution.ts';
import { startNodes } from '#server/testing/citus.ts';
import { copyRows } from '#server/testing/rows-at-volume.ts';
import { root } from '../../bin/fingerprint.mjs';
import { fillAccount } from '../filled-account.ts';
import { ServerProcess } from '../kill/server-process.ts';
import { type Counts, runKills } from './kill-scenario.ts';
import type { PostgresServer } from './postgres-server.ts';
import { authorization } from './retrying-client.ts';
import { environmentOf } from './test-environment.ts';

/** Executions that run; the others are copies of them. */
const originals = 50;
/** Longer than the scenario. */
const neverMs = 3_600_000;

export type MovePlan = { executions: number; ports: readonly number[]; dataFolder: string };

/** Returns the counts, and the expected values of some of them. */
export async function runMoved(
  target: PostgresServer,
  { executions, ports, dataFolder }: MovePlan,
): Promise<{ counts: Counts; expected: Counts }> {
  const citus = startNodes();
  try {
    const source = new URL(citus.nodes[0]);
    source.pathname = '/patchbay';
    const settings = { DATA_DIR: dataFolder };
    const run = { ports, killEveryMs: neverMs };
    const environment = { ...settings, DATABASE_URL: source.href };
    await runKills({ ...run, executions: originals, environment });
    // Afterwards, as from then on the messages of carriers have to be signed.
    await fill(ports[0] ?? 0, environment);
    const database = openPostgres(source.href, 2);
    await copyRows(database, Math.ceil(executions / originals) - 1);
    await database.close();
    const before = await readSums(source.href);
    patchbay({ ...settings, DATABASE_URL: source.href }, 'database', 'distribute', '--yes');
    const distributed = await readSums(source.href);
    patchbay(settings, 'move-to-postgres', target.url, '--from', source.href);
    const moved = await readSums(target.url);
    const listed = await countFlows(ports[0] ?? 0, { ...settings, DATABASE_URL: target.url });
    const rowsOf = (table: string) => Number(before.get(table)?.split(' ')[0]);
    const counted = ['executions', 'steps', 'messages', 'outbound_recipients', 'flow_edits'];
    return {
      counts: {
        ...Object.fromEntries(counted.map((table) => [`rows of ${table}`, rowsOf(table)])),
        'has as many executions': Number(rowsOf('executions') >= executions),
        'tables without a row': [...before.keys()].filter((table) => rowsOf(table) === 0).length,
        'tables that differ when distributed': countDifferences(before, distributed),
        'tables that differ when moved back': countDifferences(before, moved),
        'flows that a process lists afterwards': listed,
      },
      expected: {
        'has as many executions': 1,
        'tables that differ when distributed': 0,
        'tables that differ when moved back': 0,
        'flows that a process lists afterwards': rowsOf('flows'),
      },
    };
  } finally {
    await citus.stop();
  }
}

/** Something in most tables. */
function fill(port: number, environment: Record<string, string>): Promise<void> {
  return withApi(port, environment, async (api) => void (await fillAccount(api)));
}

async function countFlows(port: number, environment: Record<string, string>): Promise<number> {
  return await withApi(port, environment, async (api) => {
    const response = await api.get('/v2/Flows?PageSize=1000');
    return ((await response.json()) as { flows: unknown[] }).flows.length;
  });
}

/** Of a process that runs meanwhile. */
async function withApi<T>(
  port: number,
  environment: Record<string, string>,
  work: (api: APIRequestContext) => Promise<T>,
): Promise<T> {
  const server = new ServerProcess(environmentOf(port, environment));
  try {
    await server.start();
    const baseURL = `http://127.0.0.1:${port}`;
    const api = await request.newContext({ baseURL, extraHTTPHeaders: { authorization } });
    const value = await work(api);
    await api.dispose();
    return value;
  } finally {
    await server.stop();
  }
}

function patchbay(environment: Record<string, string>, ...words: string[]): void {
  execFileSync(process.execPath, [join(root, 'bin', 'patchbay.mjs'), ...words], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Of each table the number of its rows, and a sum over what they hold, which is the same in any order. */
async function readSums(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sums = new Map<string, string>();
    for (const table of Object.keys(distribution)) {
      if (table === 'migrations') continue;
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${table} t`,
      );
      sums.set(table, rows[0]?.sum ?? '');
    }
    return sums;
  } finally {
    await client.end();
  }
}

function countDifferences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  const differing = [...one.keys()].filter((table) => one.get(table) !== other.get(table));
  for (const table of differing) console.log(`  ${table}: ${one.get(table)}, ${other.get(table)}`);
  return differing.length;
}
