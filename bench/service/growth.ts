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

/** Measures one database that grows from size to size; returns the median round of each. */
export async function measureGrowth(database: BenchDatabase, plan: GrowthPlan): Promise<GrowthRow[]> {
  const copy = await database.copy();
  try {
    const { flows, turns } = database.recording;
    // Each recorded turn can be replayed once on one database.
    const share = Math.floor(turns.length / (plan.sizes.length * plan.rounds));
    const slices = Array.from(
      { length: plan.sizes.length * plan.rounds },
      (_, nth): RecordedSql => turns.slice(nth * share, (nth + 1) * share),
    );
    const rows: GrowthRow[] = [];
    let filledCount = 0;
    let turn = 1;
    for (const ended of plan.sizes) {
      const before = performance.now();
      await copy.fill(filledCount, ended);
      filledCount = ended;
      const filling = (performance.now() - before) / 1_000;
      const servers = await startServers(copy, flows, 1);
      try {
        const applyLoad = createLoad(servers, 'turns', turn);
        // Warm-up: the code is compiled, and each contact's pages are read for the first time since the start.
        await applyLoad(growthConnections, plan.seconds * 2);
        const rounds: GrowthRow[] = [];
        while (rounds.length < plan.rounds) {
          const result = await applyLoad(growthConnections, plan.seconds);
          turn = result.next;
          const slice = slices.shift() ?? [];
          const baseline = await copy.replay(slice, {
            callers: growthConnections,
            group: 1,
            pipelined: false,
          });
          rounds.push({ ended, filling, result, baseline });
        }
        rows.push(medianRound(rounds, (round) => round.result.perSecond));
      } finally {
        await servers.stop();
      }
    }
    return rows;
  } finally {
    await copy.remove();
  }
}
