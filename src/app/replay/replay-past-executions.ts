/** Reads what past executions of a flow recorded, and has a worker replay them on two definitions. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { DifferentRun } from '#simulator/behaviour-diff.ts';
import type { PastExecution, ReplayedPart } from '#simulator/recorded/replay-executions.ts';
import {
  fetchDefinition,
  fetchRecordedRuns,
  type RecordedRunPage,
} from '../client/executions/recorded-runs.ts';
import type { ReplayRequest } from './replay-worker.ts';
import ReplayWorker from './replay-worker.ts?worker';

/** Executions that are read at the most. */
export const maxReplayedExecutions = 10_000;

export type ReplayedFlow = { sid: string; before: FlowDefinition; after: FlowDefinition };

/** An execution that would go elsewhere, with the time when it began. */
export type DifferentExecution = DifferentRun & { date: string };

/** The counts so far; all but `replayed` and `different` are of executions that could not be compared. */
export type ReplayCounts = {
  replayed: number;
  different: readonly DifferentExecution[];
  unknown: number;
  removed: number;
  tooLarge: number;
  notFollowed: number;
};

export const noCounts: ReplayCounts = {
  replayed: 0,
  different: [],
  unknown: 0,
  removed: 0,
  tooLarge: 0,
  notFollowed: 0,
};

/**
 * Replays the newest executions of the flow, and reports the counts after each part. Ends when `signal` is aborted.
 * @throws RequestError when they cannot be read
 */
export async function replayPastExecutions(
  { sid, before, after }: ReplayedFlow,
  onCounts: (counts: ReplayCounts) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new ReplayWorker();
  const send = (request: ReplayRequest) => worker.postMessage(request);
  const known = new Set<number>();
  try {
    send({ kind: 'definitions', before, after });
    let counts = noCounts;
    let read = 0;
    let next: string | null = null;
    do {
      const page: RecordedRunPage = await fetchRecordedRuns(sid, next, signal);
      for (const revision of new Set(page.runs.map((run) => run.revision))) {
        if (known.has(revision)) continue;
        known.add(revision);
        const definition = await fetchDefinition(sid, revision, signal);
        if (definition !== null) send({ kind: 'revision', revision, definition });
      }
      const part = await replayed(worker, page.runs.map(pastExecution), signal);
      counts = added(counts, page, part);
      onCounts(counts);
      read += page.runs.length + page.removed + page.too_large;
      next = page.next;
    } while (next !== null && read < maxReplayedExecutions);
  } finally {
    worker.terminate();
  }
}

function pastExecution({ execution_sid, revision, steps }: RecordedRunPage['runs'][number]): PastExecution {
  return {
    id: execution_sid,
    revision,
    steps: steps.map(({ name, transitioned_from, changes, notes, date_created }) => ({
      ...{ name, transitioned_from, notes: [...notes] },
      changes: changes.map(({ path, value = null }) => ({ path, value })),
      at: Date.parse(date_created),
    })),
  };
}

function replayed(
  worker: Worker,
  executions: readonly PastExecution[],
  signal: AbortSignal,
): Promise<ReplayedPart> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<ReplayedPart>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ kind: 'executions', executions } satisfies ReplayRequest);
  });
}

function added(counts: ReplayCounts, page: RecordedRunPage, part: ReplayedPart): ReplayCounts {
  const dates = new Map(page.runs.map(({ execution_sid, date_created }) => [execution_sid, date_created]));
  return {
    replayed: counts.replayed + part.replayed,
    different: [
      ...counts.different,
      ...part.different.map((run) => ({ ...run, date: dates.get(run.id) ?? '' })),
    ],
    unknown: counts.unknown + part.unknown,
    removed: counts.removed + page.removed,
    tooLarge: counts.tooLarge + page.too_large,
    notFollowed: counts.notFollowed + part.notFollowed,
  };
}
