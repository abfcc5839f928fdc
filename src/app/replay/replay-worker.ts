/** The web worker that replays past executions: it is told the definitions first, then answers each part of executions. */

import type { FlowDefinition } from '#flow/definition.ts';
import {
  createReplay,
  type PastExecution,
  type Replay,
  type ReplayedPart,
} from '#simulator/recorded/replay-executions.ts';

/** Only `executions` is answered, with a `ReplayedPart`. */
export type ReplayRequest =
  | { kind: 'definitions'; before: FlowDefinition; after: FlowDefinition }
  | { kind: 'revision'; revision: number; definition: FlowDefinition }
  | { kind: 'executions'; executions: readonly PastExecution[] };

let replay: Replay | null = null;

addEventListener('message', ({ data }: MessageEvent<ReplayRequest>) => {
  if (data.kind === 'definitions') replay = createReplay(data.before, data.after);
  else if (data.kind === 'revision') replay?.addRevision(data.revision, data.definition);
  else postMessage((replay?.run(data.executions) ?? null) satisfies ReplayedPart | null);
});
