/** Diff and merge of flows with 1,000 widgets, in this process. */

import { diff } from '#flow/diff/diff.ts';
import { merge } from '#flow/merge/merge.ts';
import { editedFlows } from './edited-flows.ts';

export type Times = { median: number; slowest: number };

/** Milliseconds of diff and merge, after two rounds to warm up. @throws when a merge of disjoint edits conflicts */
export function measureComparisons(rounds: number): { diff: Times; merge: Times } {
  const versions = editedFlows();
  const result = merge(versions);
  if (!result.ok) throw new Error(`The merge failed: ${JSON.stringify(result).slice(0, 500)}`);
  return {
    diff: timesOf(rounds, () => diff(versions.base, versions.ours)),
    merge: timesOf(rounds, () => merge(versions)),
  };
}

/** The median and the slowest of times in milliseconds. */
export function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}

/** The times of `rounds` calls of `work` in milliseconds. */
function timesOf(rounds: number, work: () => unknown): Times {
  for (let round = 0; round < 2; round += 1) work();
  return summarize(
    Array.from({ length: rounds }, () => {
      const before = performance.now();
      work();
      return performance.now() - before;
    }),
  );
}
