/** Worker thread that compares large definitions, one pair after the other: started by `comparison.ts`. */

import { parentPort } from 'node:worker_threads';
import type { FlowDefinition } from '#flow/definition.ts';
import type { FlowDiff } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';

/** The JSON of two definitions. */
export type ComparisonRequest = { before: string; after: string };

export type ComparisonReply = FlowDiff;

parentPort?.on('message', ({ before, after }: ComparisonRequest) => {
  const definitions = [before, after].map((text) => JSON.parse(text) as FlowDefinition);
  const [earlier, later] = definitions as [FlowDefinition, FlowDefinition];
  parentPort?.postMessage(diff(earlier, later) satisfies ComparisonReply);
});
