/**
 * Fault injection under load: three processes are killed in turn on a PostgreSQL that crashes once; three more run
 * while it is stopped and then paused; an API and a worker process run apart; a dump is restored elsewhere and goes on;
 * some run behind PgBouncer; others become the next version and go back (--full, or --only); one is killed on SQLite; idle ones, three or with --full ten, are counted by their statements.
 * `node e2e/cluster/main.ts [--full] [--executions N] [--only killed|outages|roles|restored|pooled|upgrade|embedded|idle]`; takes
 * about three minutes, with --full (2,000 executions, PostgreSQL stopped for a minute) about eight. `--on citus [--only nodes|moved]`:
 * on a Citus cluster its processes, workers and coordinator are killed and a worker is added, with `--nodes direct` written at its nodes; a filled
 * database is distributed and moved back.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { citusIsMissing } from '#server/testing/citus.ts';
import { type CitusPlan, runOnCitus } from './citus-scenario.ts';
import { expectedPath } from './flow.ts';
import { runIdle } from './idle-scenario.ts';
import { type Counts, type KillScenario, runKills } from './kill-scenario.ts';
import { runMoved } from './moved-scenario.ts';
import { runOutages } from './outage-scenario.ts';
import { poolerIsMissing, runPooler } from './pooler-scenario.ts';
import { dumpCannotBeInstalled, PostgresServer } from './postgres-server.ts';
import { runRestore } from './restore-scenario.ts';
import { runRoles } from './role-scenario.ts';
import { runUpgrade } from './upgrade-scenario.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    executions: { type: 'string' },
    only: { type: 'string' },
    on: { type: 'string', default: 'postgres' },
    nodes: { type: 'string', default: 'coordinator' },
  },
});
const executions = Number(values.executions ?? (values.full ? 2_000 : 400));
/** How long PostgreSQL is stopped in the outage scenario. */
const outageMs = values.full ? 60_000 : 15_000;
const movedExecutions = Number(values.executions ?? (values.full ? 100_000 : 2_000));
const firstPort = 21_400;
const idleProcesses = values.full ? 10 : 3;
/** How long PostgreSQL is down after its crash. */
const crashDowntimeMs = 3_000;

type ScenarioResult = { counts: Counts; expected: Counts };
type ScenarioContext = { environment: Record<string, string>; postgres: PostgresServer };

let passed = 0;
let failed = 0;

if (values.on === 'citus') await runAllOnCitus();
else await runAll();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runAll(): Promise<void> {
  await runScenario('killed', 'Three processes, PostgreSQL crashes once', () => withPostgres(runOnPostgres));
  await runScenario(
    'outages',
    `Three processes, PostgreSQL is stopped for ${outageMs / 1_000} s, then paused for 10 s`,
    () =>
      withPostgres(({ postgres, environment }) =>
        runOutages(postgres, [firstPort + 4, firstPort + 5, firstPort + 6], environment, outageMs),
      ),
  );
  await runScenario('roles', 'An API process and a worker process, the worker is stopped for a while', () =>
    withPostgres(({ environment }) => runRoles({ api: firstPort + 7, worker: firstPort + 8 }, environment)),
  );
  await runScenario(
    'restored',
    'A dump is restored into another cluster, and once more into the first',
    () => withPostgres(runOnRestored),
    dumpCannotBeInstalled,
  );
  await runScenario(
    'pooled',
    'Two processes behind PgBouncer in transaction mode, PostgreSQL crashes once',
    () => withPostgres(runOnPooler),
    poolerIsMissing,
  );
  // Starts of servers from sources take two minutes.
  if (values.full || values.only === 'upgrade')
    await runScenario('upgrade', 'Three processes become the next version and go back, with kills', () =>
      withPostgres(runOnNextVersion),
    );
  await runScenario('embedded', 'One process on SQLite', () => withFolder(runOnSqlite));
  await runScenario('idle', `${idleProcesses} idle processes, 10,000 accounts`, () =>
    withPostgres(({ postgres, environment }) => {
      const ports = Array.from({ length: idleProcesses }, (_, nth) => firstPort + 10 + nth);
      return runIdle(postgres, ports, environment);
    }),
  );
}

async function runAllOnCitus(): Promise<void> {
  const kills = values.full
    ? { processes: 30, worker: 10, coordinator: 5 }
    : { processes: 3, worker: 2, coordinator: 1 };
  await runScenario(
    'nodes',
    'Three processes on Citus: processes, workers and the coordinator are killed, a worker is added',
    () => withFolder((folder) => runOnNodes(folder, kills)),
    citusIsMissing,
  );
  await runScenario(
    'moved',
    `${movedExecutions} executions are distributed over Citus and moved back to one PostgreSQL`,
    () =>
      withPostgres(({ postgres, environment }) =>
        runMoved(postgres, {
          ...{ executions: movedExecutions, ports: [firstPort + 43] },
          dataFolder: environment.DATA_DIR ?? '',
        }),
      ),
    citusIsMissing,
  );
}

function runOnPostgres({ postgres, environment }: ScenarioContext): Promise<ScenarioResult> {
  return runKillScenario({
    ...{ executions, ports: [firstPort, firstPort + 1, firstPort + 2], environment, killEveryMs: 4_000 },
    disrupt: () => crash(postgres),
  });
}

async function crash(postgres: PostgresServer): Promise<void> {
  postgres.stop('immediate');
  await sleep(crashDowntimeMs);
  postgres.start();
}

/** Few groups of shards are soon distributed and moved; the full run has those of an operator. */
async function runOnNodes(dataFolder: string, kills: CitusPlan['kills']): Promise<ScenarioResult> {
  const ports = [firstPort + 40, firstPort + 41, firstPort + 42];
  const counts = await runOnCitus({
    ...{ executions, ports, dataFolder, kills, nodes: values.nodes === 'direct' ? 'direct' : 'coordinator' },
    ...(!values.full && { groups: 8 }),
  });
  return {
    counts: {
      ...counts,
      'added worker has shards': Number((counts['groups of shards on the added worker'] ?? 0) > 0),
    },
    expected: {
      ...expectedOfKills(counts['messages acknowledged'] ?? 0),
      ...{ kills: kills.processes, 'kills of a worker': kills.worker },
      ...{ 'kills of the coordinator': kills.coordinator, 'added worker has shards': 1 },
    },
  };
}

async function runOnRestored({ postgres, environment }: ScenarioContext): Promise<ScenarioResult> {
  const second = new PostgresServer(firstPort + 12);
  try {
    const clusters = { first: postgres, second };
    return await runRestore(clusters, [firstPort + 10, firstPort + 11], environment);
  } finally {
    second.remove();
  }
}

async function runOnPooler({ postgres, environment }: ScenarioContext): Promise<ScenarioResult> {
  const pooled = Math.ceil(executions / 4);
  const plan: KillScenario = {
    ...{ executions: pooled, ports: [firstPort + 13, firstPort + 14], environment, killEveryMs: 4_000 },
    disrupt: () => crash(postgres),
  };
  return {
    counts: await runPooler(plan, { postgresUrl: postgres.url, port: firstPort + 15 }),
    expected: { ...expectedOfKills(pooled), 'events found by polling': 0 },
  };
}

async function runOnNextVersion({ postgres, environment }: ScenarioContext): Promise<ScenarioResult> {
  const plan = {
    ...{ executions, environment, ports: [firstPort + 16, firstPort + 17, firstPort + 18] },
    ...{ rounds: values.full ? 2 : 1, mixedMs: 3_000 },
  };
  const { counts, kills } = await runUpgrade(plan, postgres.url);
  return {
    counts,
    expected: {
      ...expectedOfKills(counts['messages acknowledged'] ?? 0),
      ...{ 'kills between versions': kills, 'executions with half of a mark': 0 },
      ...{ 'marks lost on the way back': 0, 'migrations applied by the next version': 2 },
      'the next version starts again': 1,
    },
  };
}

function runOnSqlite(folder: string): Promise<ScenarioResult> {
  const environment = { DATA_DIR: folder };
  return runKillScenario({ executions, ports: [firstPort + 3], environment, killEveryMs: 6_000 });
}

async function runKillScenario(plan: KillScenario): Promise<ScenarioResult> {
  return { counts: await runKills(plan), expected: expectedOfKills(plan.executions) };
}

function expectedOfKills(count: number): Counts {
  return {
    executions: count,
    steps: count * expectedPath.length,
    duplicated: 0,
    'on another path': 0,
    'counters that differ from the steps': 0,
    stuck: 0,
    'HTTP effects': count * 3,
    'most steps missed by one stream': 0,
    'steps streamed twice': 0,
  };
}

/** Each scenario has its own PostgreSQL server. */
function withPostgres(work: (place: ScenarioContext) => Promise<ScenarioResult>): Promise<ScenarioResult> {
  return withFolder(async (folder) => {
    const postgres = new PostgresServer(firstPort + 9);
    try {
      return await work({ postgres, environment: { DATABASE_URL: postgres.url, DATA_DIR: folder } });
    } finally {
      postgres.remove();
    }
  });
}

async function withFolder(work: (folder: string) => Promise<ScenarioResult>): Promise<ScenarioResult> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-cluster-data-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `missing` says why the scenario cannot run here; then it is named as skipped. */
async function runScenario(
  name: string,
  title: string,
  work: () => Promise<ScenarioResult>,
  missing: () => string | null = () => null,
): Promise<void> {
  if (values.only !== undefined && values.only !== name) return;
  console.log(`\n${title}`);
  try {
    const reason = missing();
    if (reason !== null) return console.log(`SKIPPED ${reason}`);
    reportResult(await work());
  } catch (error) {
    failed += 1;
    console.log('FAILED the scenario threw:', error);
  }
}

function reportResult({ counts, expected }: ScenarioResult): void {
  for (const [name, count] of Object.entries(counts)) {
    const want = expected[name];
    console.log(`  ${name.padEnd(46)}${String(count).padStart(8)}`);
    if (want === undefined) continue;
    if (count === want) {
      passed += 1;
      continue;
    }
    failed += 1;
    console.log(`FAILED ${name}: ${count}, expected ${want}`);
  }
}
