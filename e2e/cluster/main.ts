/**
 * Kills servers under load and counts: three processes on PostgreSQL, which itself crashes once, then one on the
 * embedded file. `node e2e/cluster/main.ts [--executions 2000]`; takes about five minutes.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wholePath } from './flow.ts';
import { ClusterPostgres } from './postgres.ts';
import { type Counts, run, type Tour } from './tour.ts';

const { values } = parseArgs({
  options: { executions: { type: 'string', default: '2000' }, only: { type: 'string' } },
});
const executions = Number(values.executions);
const firstPort = 21_400;
/** How long PostgreSQL is away. */
const awayMs = 3_000;

let passed = 0;
let failed = 0;

if (values.only !== 'embedded') await onPostgres();
if (values.only !== 'postgres') await onEmbeddedFile();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function onPostgres(): Promise<void> {
  const postgres = new ClusterPostgres(firstPort + 9);
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-cluster-data-'));
  try {
    await take({
      title: 'Three processes, PostgreSQL crashes once',
      executions,
      ports: [firstPort, firstPort + 1, firstPort + 2],
      environment: { DATABASE_URL: postgres.url, DATA_DIR: folder },
      killEveryMs: 4_000,
      async disturb() {
        postgres.stop('immediate');
        await sleep(awayMs);
        postgres.start();
      },
    });
  } finally {
    postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onEmbeddedFile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-cluster-data-'));
  try {
    await take({
      title: 'One process on the embedded file',
      executions,
      ports: [firstPort + 3],
      environment: { DATA_DIR: folder },
      killEveryMs: 6_000,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function take(tour: Tour): Promise<void> {
  console.log(`\n${tour.title}`);
  try {
    judge(await run(tour));
  } catch (error) {
    failed += 1;
    console.log('FAILED it ended early:', error);
  }
}

function judge(counts: Counts): void {
  const wanted: Counts = {
    executions,
    steps: executions * wholePath.length,
    doubled: 0,
    'on another path': 0,
    stuck: 0,
    'HTTP effects': executions * 3,
    'steps the worst listener missed': 0,
    'steps listeners saw twice': 0,
  };
  for (const [what, count] of Object.entries(counts)) {
    const want = wanted[what];
    console.log(`  ${what.padEnd(34)}${String(count).padStart(8)}`);
    if (want === undefined) continue;
    if (count === want) {
      passed += 1;
      continue;
    }
    failed += 1;
    console.log(`FAILED ${what}: ${count}, wanted ${want}`);
  }
}
