/**
 * Turns of one process on PostgreSQL while another one starts as the next version and migrates a database with many executions: a
 * column of `executions` and an index over them, built beside writes, as migrations are between versions that serve side by side
 * (docs/decisions/106). Upgrades from 0.2 and earlier are of servers that stand still, and take no turns.
 */

import { fileURLToPath } from 'node:url';
import type { LoadResult } from '../service/load.ts';
import { prepareOn, startPostgres } from '../service/postgres-database.ts';
import { startServers } from '../service/servers.ts';
import { createLoad } from '../service/throughput.ts';

/** Of the 99th percentile before. */
const mostRatio = 2;
const nextVersion = `--import ${new URL('../../e2e/cluster/next-version.ts', import.meta.url)}`;
const sources = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

type UpgradePlan = { executions: number; seconds: number; connections: number };

export async function measureUpgrade({ executions, seconds, connections }: UpgradePlan): Promise<boolean> {
  const database = await prepareOn(await startPostgres(), {});
  const { flows } = database.recording;
  try {
    const copy = await database.copy();
    await copy.fill(0, executions);
    const serving = await startServers(copy, flows, 1);
    try {
      const load = createLoad(serving, 'turns');
      // Warm-up: the code is compiled, and each contact's pages are read for the first time since the start.
      await load(connections, seconds);
      const before = await load(connections, seconds);
      print('before', before);
      const started = performance.now();
      let readyAfter: number | null = null;
      const environment = { ...copy.environment, NODE_OPTIONS: nextVersion };
      const starting = startServers({ ...copy, environment }, flows, 1, undefined, sources).then((next) => {
        readyAfter = (performance.now() - started) / 1_000;
        return next;
      });
      const during: LoadResult[] = [];
      try {
        do during.push(await load(connections, Math.min(2, seconds)));
        while (readyAfter === null);
      } finally {
        await (await starting).stop();
      }
      for (const result of during) print('during', result);
      const worst = Math.max(...during.map(({ p99 }) => p99));
      const ready = `${Number(readyAfter).toFixed(1)} s with ${executions.toLocaleString('en')} executions`;
      console.log(`the next version was ready after ${ready}`);
      const ratio = worst / before.p99;
      console.log(`p99 while it migrated: ${ratio.toFixed(2)} × of before, bound ${mostRatio} ×`);
      return ratio <= mostRatio;
    } finally {
      await serving.stop();
      await copy.remove();
    }
  } finally {
    await database.stop();
  }
}

function print(when: string, { perSecond, p50, p99 }: LoadResult): void {
  console.log(
    `${when}: ${perSecond.toFixed(0)} turns a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}
