/** Measures the cost of a turn as the number of ended executions grows, against bare SQL on the same database. */

import type { BenchDatabase } from './bench-database.ts';
import type { LoadResult } from './load.ts';
import { startServers } from './servers.ts';
import type { RecordedSql } from './sql-recording.ts';
import { createLoad, medianRound } from './throughput.ts';

export type GrowthPlan = { sizes: readonly number[]; rounds: number; seconds: number };

export type GrowthRow = {
  /** Ended executions in the database. */
  ended: number;
  /** Seconds that the inserts took; not part of the measurement. */
  filling: number;
  result: LoadResult;
  baseline: number;
};

export const growthConnections = 10;

/**
 * Measures a database of each size; returns the median round of each. Each is a copy of its own: one that only grew would
 * also have the turns of the sizes before, and the rows of a contact that had many are on more pages.
 */
export async function measureGrowth(database: BenchDatabase, plan: GrowthPlan): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  for (const ended of plan.sizes) rows.push(await measureSize(database, plan, ended));
  return rows;
}

async function measureSize(
  database: BenchDatabase,
  { rounds: count, seconds }: GrowthPlan,
  ended: number,
): Promise<GrowthRow> {
  const { flows, turns } = database.recording;
  // Each recorded turn can be replayed once on one database.
  const share = Math.floor(turns.length / count);
  const copy = await database.copy();
  try {
    const before = performance.now();
    await copy.fill(0, ended);
    const filling = (performance.now() - before) / 1_000;
    const servers = await startServers(copy, flows, 1);
    try {
      const applyLoad = createLoad(servers, 'turns');
      // Warm-up: the code is compiled, and each contact's pages are read for the first time since the start.
      await applyLoad(growthConnections, seconds * 2);
      const rounds: GrowthRow[] = [];
      while (rounds.length < count) {
        const result = await applyLoad(growthConnections, seconds);
        const slice: RecordedSql = turns.slice(rounds.length * share, (rounds.length + 1) * share);
        const baseline = await copy.replay(slice, { callers: growthConnections, group: 1, pipelined: false });
        rounds.push({ ended, filling, result, baseline });
      }
      return medianRound(rounds, (round) => round.result.perSecond);
    } finally {
      await servers.stop();
    }
  } finally {
    await copy.remove();
  }
}
