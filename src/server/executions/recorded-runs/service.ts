/** What past executions recorded, a part at a time. */

import type { Note, VariableChange } from '#engine/execution.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { requireFlow } from '../../flows/service.ts';
import { ageCursor } from '../../platform/database/age-cursor.ts';
import type { StepRow } from '../../platform/database/schema/tables.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { executionsBefore, type PastExecution, recordSizes, stepsOf } from './store.ts';

export type RecordedStep = Pick<StepRow, 'name' | 'transitioned_from' | 'created_at'> & {
  changes: VariableChange[];
  notes: Note[];
};

export type RecordedRun = Pick<PastExecution, 'sid' | 'revision' | 'created_at'> & { steps: RecordedStep[] };

/** `next` is the cursor of the request for older executions, null when there are none. */
export type RecordedRunPage = {
  runs: RecordedRun[];
  removed: number;
  too_large: number;
  next: string | null;
};

/** Executions of a part, characters of what they recorded together, and of one alone. */
const maxExecutions = 100;
const maxCharacters = 1_000_000;
const maxCharactersOfOne = 250_000;

/**
 * The executions of the flow before the cursor, newest first, each with its steps in order. Those whose personal data was
 * removed and those that recorded too much are left out and counted.
 * @throws Refusal when the caller has no such flow
 */
export async function listRecordedRuns(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  before: string | null,
): Promise<RecordedRunPage> {
  const { read } = ctx.database;
  await requireFlow(read, caller, flow);
  const found = await executionsBefore(read, flow, before, maxExecutions);
  const sizes = await recordSizes(
    read,
    found.map(({ sid }) => sid),
  );
  const taken = fitting(found, sizes);
  const kept = taken.filter(({ purged_at }) => purged_at === null);
  const wanted = kept.filter(({ sid }) => (sizes.get(sid) ?? 0) <= maxCharactersOfOne);
  const steps = Map.groupBy(
    await stepsOf(
      read,
      wanted.map(({ sid }) => sid),
    ),
    ({ execution }) => execution,
  );
  const last = taken.at(-1);
  const hasMore = taken.length < found.length || found.length === maxExecutions;
  return {
    runs: wanted.map(({ sid, revision, created_at }) => ({
      ...{ sid, revision, created_at },
      steps: (steps.get(sid) ?? []).map(readStep),
    })),
    removed: taken.length - kept.length,
    too_large: kept.length - wanted.length,
    next: hasMore && last !== undefined ? ageCursor(last) : null,
  };
}

/** As many of the executions as may be read together, the first in any case. */
function fitting(found: readonly PastExecution[], sizes: ReadonlyMap<string, number>): PastExecution[] {
  let characters = 0;
  const end = found.findIndex(({ sid }, index) => {
    const size = sizes.get(sid) ?? 0;
    if (size <= maxCharactersOfOne) characters += size;
    return index > 0 && characters > maxCharacters;
  });
  return end === -1 ? [...found] : found.slice(0, end);
}

function readStep({ name, transitioned_from, created_at, changes, notes }: StepRow): RecordedStep {
  return {
    ...{ name, transitioned_from, created_at },
    changes: parseExactJson(changes) as VariableChange[],
    notes: JSON.parse(notes) as Note[],
  };
}
