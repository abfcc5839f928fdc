/** Persists a run of the engine: the steps, the execution's new state, and an entry of the turn log. */

import type { Execution, Step } from '#engine/execution.ts';
import { timerDueAt } from '#engine/wait-timeout.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { pollIntervalMs } from '../../platform/poll-interval.ts';
import {
  pairTaken,
  pipelineWrite,
  type TurnTransaction,
  writeWithCommit,
} from '../service/turn-transaction.ts';
import { insertFirstTurnRows, insertTurnRows, isOneStatement, type TurnRows } from '../store/turn-rows.ts';
import { serializeExecution, stepSid } from './serialization.ts';

/** `deadline` is when the effect that is waited for times out, in epoch milliseconds; null when it does not. */
export type EngineRun = { before: Execution; execution: Execution; steps: Step[]; deadline: number | null };

/** Writes the run's rows and returns the execution's row as it then is. The writes are pipelined. */
export function persistRun(turn: TurnTransaction, row: ExecutionRow, run: EngineRun): ExecutionRow {
  const { execution, steps } = run;
  const after: ExecutionRow = {
    ...row,
    ...serializeExecution(turn.ctx, row.sid, execution),
    status: execution.status,
    waiting: execution.wait?.for ?? null,
    widget: execution.widget,
    version: row.version + 1,
    due_at: timerDueAt(turn.now, { due: row.due_at, expires: row.expires_at }, { ...run, after: execution }),
    updated_at: turn.now,
    event: steps.at(-1)?.name ?? row.event,
    error: lastErrorOf(steps) ?? row.error,
  };
  // A later timer is found by a poll.
  if (after.due_at !== null && after.due_at <= turn.now + pollIntervalMs) turn.wakesWorker = true;
  const began = row.version === 0 ? 1 : 0;
  const ended = execution.status === 'ended' ? 1 : 0;
  const isLogged = steps.length > 0 || began === 1 || ended === 1;
  const range = { first_step: steps[0]?.seq ?? 1, last_step: steps.at(-1)?.seq ?? 0 };
  const { account, flow, sid, shard, log_number } = row;
  const rows: TurnRows<ExecutionRow> = {
    execution: after,
    steps: steps.map((step) => stepRow(row, step, turn.now)),
    logEntry: isLogged
      ? { account, flow, execution: sid, shard, ...range, began, ended, at: turn.now, log_number }
      : null,
  };
  const isStored = !turn.unstored.delete(sid);
  const write = isOneStatement(turn.tx, rows) ? writeWithCommit : pipelineWrite;
  write(turn, isStored ? insertTurnRows(turn.tx, rows) : insertFirst(turn, rows));
  if (isLogged) turn.changed.add(account);
  turn.changed.add(row.sid);
  // A subscriber to an execution waits for its subflow too.
  if (row.parent !== null) turn.changed.add(row.parent);
  return after;
}

async function insertFirst(turn: TurnTransaction, rows: TurnRows<ExecutionRow>): Promise<void> {
  if (!(await insertFirstTurnRows(turn.tx, rows))) throw pairTaken();
}

/** The code of the newest note that has one; null when none has. Code 0 is a remark. */
function lastErrorOf(steps: readonly Step[]): number | null {
  return steps.flatMap(({ notes }) => notes).findLast(({ code }) => code !== 0)?.code ?? null;
}

function stepRow({ sid: execution, shard }: ExecutionRow, step: Step, now: number): StepRow {
  return {
    execution,
    seq: step.seq,
    shard,
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
