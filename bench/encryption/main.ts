/**
 * What the encryption of contact data (ENCRYPT_CONTACT_DATA) costs: processor time of message turns and starts, and how many there
 * are in a second, beside a server without it, alternating. `npm run bench -- encryption`; `--rounds N`, `--seconds N`,
 * `--connections N` and `--on embedded,postgres` change the plan, `--quick` takes one short round. The exit code is 1 where the
 * bound does not hold.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchDatabase } from '../service/bench-database.ts';
import { measureCost } from '../service/cost.ts';
import { prepareOn, startPostgres } from '../service/postgres-database.ts';
import { prepareSqlite } from '../service/sqlite-database.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    on: { type: 'string', default: 'embedded,postgres' },
    quick: { type: 'boolean', default: false },
  },
});
const plan = {
  rounds: values.quick ? 1 : Number(values.rounds),
  seconds: values.quick ? 1 : Number(values.seconds),
  connections: Number(values.connections),
};

/** Of those without it. */
const leastRatio = 0.9;
const counts = { turns: 100, starts: 100, conversations: 0 };

if (values.on.includes('embedded')) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-encryption-'));
  try {
    await measure(await prepareSqlite(folder, counts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.on.includes('postgres')) {
  const database = await prepareOn(await startPostgres(), counts);
  try {
    await measure(database);
  } finally {
    await database.stop();
  }
}

async function measure(database: BenchDatabase): Promise<void> {
  console.log(`\n### ${database.name}\n`);
  const key = { SECRET_KEY: 'the key of a benchmark' };
  const compared = {
    title: 'encryption',
    kinds: ['turns', 'starts'] as const,
    with: { ...key, ENCRYPT_CONTACT_DATA: '1' },
    without: key,
  };
  const costs = await measureCost(database, compared, plan);
  for (const { kind, ratio, perSecondRatio } of costs) {
    const [work, second] = [ratio, perSecondRatio].map((each) => `${(100 * each).toFixed(1)} %`);
    console.log(
      `${kind}: ${second} in a second, ${work} of the work of a processor, of those without; bound ${100 * leastRatio} %`,
    );
  }
  if (costs.some(({ ratio }) => ratio < leastRatio)) process.exitCode = 1;
}
