/**
 * Kills servers under load and counts: three processes on PostgreSQL, which itself crashes once; three more while it
 * is gone for a while and then silent; one that answers and one that works; then one on the embedded file.
 * `node e2e/cluster/main.ts [--full] [--executions N] [--only killed|outages|roles|embedded]`; takes about two
 * minutes, with --full (2,000 executions, PostgreSQL gone for a minute) about seven.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wholePath } from './flow.ts';
import { runOutages } from './outages.ts';
import { ClusterPostgres } from './postgres.ts';
import { runRoles } from './roles.ts';
import { type Counts, run, type Tour } from './tour.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    executions: { type: 'string' },
    only: { type: 'string' },
  },
});
const executions = Number(values.executions ?? (values.full ? 2_000 : 400));
/** How long PostgreSQL is gone in the outage. */
const goneMs = values.full ? 60_000 : 15_000;
const firstPort = 21_400;
/** How long PostgreSQL is away when it crashes. */
const awayMs = 3_000;

type Outcome = { counts: Counts; wanted: Counts };
type Place = { environment: Record<string, string>; postgres: ClusterPostgres };

let passed = 0;
let failed = 0;

await take('killed', 'Three processes, PostgreSQL crashes once', () => onPostgres(killed));
await take(
  'outages',
  `Three processes, PostgreSQL is gone for ${goneMs / 1_000} s, then silent for 10 s`,
  () =>
    onPostgres(({ postgres, environment }) =>
      runOutages(postgres, [firstPort + 4, firstPort + 5, firstPort + 6], environment, goneMs),
    ),
);
await take('roles', 'One process answers, one works and is stopped for a while', () =>
  onPostgres(({ environment }) => runRoles({ api: firstPort + 7, worker: firstPort + 8 }, environment)),
);
await take('embedded', 'One process on the embedded file', () => inFolder(embedded));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function killed({ postgres, environment }: Place): Promise<Outcome> {
  return tour({
    ...{ executions, ports: [firstPort, firstPort + 1, firstPort + 2], environment, killEveryMs: 4_000 },
    async disturb() {
      postgres.stop('immediate');
      await sleep(awayMs);
      postgres.start();
    },
  });
}

function embedded(folder: string): Promise<Outcome> {
  const environment = { DATA_DIR: folder };
  return tour({ executions, ports: [firstPort + 3], environment, killEveryMs: 6_000 });
}

async function tour(plan: Tour): Promise<Outcome> {
  return {
    counts: await run(plan),
    wanted: {
      executions,
      steps: executions * wholePath.length,
      doubled: 0,
      'on another path': 0,
      stuck: 0,
      'HTTP effects': executions * 3,
      'steps the worst listener missed': 0,
      'steps listeners saw twice': 0,
    },
  };
}

/** Each tour has a server of its own. */
function onPostgres(work: (place: Place) => Promise<Outcome>): Promise<Outcome> {
  return inFolder(async (folder) => {
    const postgres = new ClusterPostgres(firstPort + 9);
    try {
      return await work({ postgres, environment: { DATABASE_URL: postgres.url, DATA_DIR: folder } });
    } finally {
      postgres.remove();
    }
  });
}

async function inFolder(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-cluster-data-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(name: string, title: string, work: () => Promise<Outcome>): Promise<void> {
  if (values.only !== undefined && values.only !== name) return;
  console.log(`\n${title}`);
  try {
    judge(await work());
  } catch (error) {
    failed += 1;
    console.log('FAILED it ended early:', error);
  }
}

function judge({ counts, wanted }: Outcome): void {
  for (const [what, count] of Object.entries(counts)) {
    const want = wanted[what];
    console.log(`  ${what.padEnd(36)}${String(count).padStart(8)}`);
    if (want === undefined) continue;
    if (count === want) {
      passed += 1;
      continue;
    }
    failed += 1;
    console.log(`FAILED ${what}: ${count}, wanted ${want}`);
  }
}
