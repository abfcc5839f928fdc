/** Stores what a walk of the engine led to: the steps, and the execution as it now stands. */

import type { Execution, Step } from '#engine/execution.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { pipelineWrite, type TurnTransaction } from '../service/turn-transaction.ts';
import { insertTurnRows } from '../store/turn-rows.ts';
import { serializeExecution, stepSid } from './serialization.ts';

/** `giveUpAt` is when the effect that is waited for counts as unanswered, null when nobody set such a time. */
export type EngineRun = { before: Execution; execution: Execution; steps: Step[]; deadline: number | null };

/** Writes the walk's rows and returns the execution's row as it then is. */
export function persistRun(work: TurnTransaction, row: ExecutionRow, walk: EngineRun): ExecutionRow {
  const { execution, steps } = walk;
  const after: ExecutionRow = {
    ...row,
    ...serializeExecution(row.sid, execution),
    status: execution.status,
    waiting: execution.wait?.for ?? null,
    version: row.version + 1,
    due_at: dueAt(work.now, row, walk),
    updated_at: work.now,
  };
  const began = row.version === 0 ? 1 : 0;
  const ended = execution.status === 'ended' ? 1 : 0;
  const isTold = steps.length > 0 || began === 1 || ended === 1;
  const span = { first_step: steps[0]?.seq ?? 1, last_step: steps.at(-1)?.seq ?? 0 };
  const { account, flow, sid } = row;
  const rows = {
    moved: after,
    steps: steps.map((step) => stepRow(sid, step, work.now)),
    turn: isTold ? { account, flow, execution: sid, ...span, began, ended, at: work.now } : null,
  };
  pipelineWrite(work, insertTurnRows(work.tx, rows));
  if (isTold) work.changed.add(account);
  work.changed.add(row.sid);
  // Whoever waits for an execution waits for its subflow too.
  if (row.parent !== null) work.changed.add(row.parent);
  return after;
}

/** When the execution moves by itself: at the end of its wait, or of its life. */
function dueAt(
  now: number,
  row: ExecutionRow,
  { before, execution, deadline: giveUpAt }: EngineRun,
): number | null {
  if (execution.status === 'ended') return null;
  if (execution.wait === null) return row.expires_at;
  if (execution.wait.id === before.wait?.id) return row.due_at;
  const { timeout_ms: timeout } = execution.wait;
  return Math.min(
    row.expires_at,
    giveUpAt ?? row.expires_at,
    timeout === null ? row.expires_at : now + timeout,
  );
}

function stepRow(execution: string, step: Step, now: number): StepRow {
  return {
    execution,
    seq: step.seq,
    sid: stepSid(execution, step.seq),
    name: step.name,
    type: step.type,
    transitioned_from: step.transitioned_from,
    transitioned_to: step.transitioned_to,
    changes: JSON.stringify(step.changes),
    notes: JSON.stringify(step.notes),
    created_at: now,
  };
}
