/** What the page asks of one execution: where it stands, each step with what it changed, and whose it is. */

import type { Note, VariableChange } from '#engine/execution.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionKey, fetchExecution } from '../service/executions.ts';
import { stepsUpTo } from '../steps/store.ts';
import { findExecution } from '../store/executions.ts';
import { deserializeExecution } from '../turn/serialization.ts';

export type StepDetails = Omit<StepRow, 'changes' | 'notes'> & { changes: VariableChange[]; notes: Note[] };

export type ExecutionDetails = {
  row: ExecutionRow;
  /** The widget that it waits at; null once it has ended. */
  widget: string | null;
  /** What was noted about that widget so far. */
  notes: Note[];
  /** In their order, oldest first. */
  steps: StepDetails[];
};

/** What stands for the state of an execution whose personal data was removed: it is nowhere, all steps are there. */
const removed = { widget: null, notes: [], steps: 0x7fff_ffff };

/** @throws Refusal when the caller has no such execution */
export async function fetchExecutionDetails(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
): Promise<ExecutionDetails> {
  const row = await fetchExecution(ctx, caller, key);
  const { widget, notes, steps: last } = row.purged_at === null ? deserializeExecution(ctx, row) : removed;
  const steps = await stepsUpTo(ctx.database.read, row.sid, last);
  return {
    row,
    widget: widget,
    notes,
    steps: steps.map((step) => ({
      ...step,
      changes: JSON.parse(step.changes) as VariableChange[],
      notes: JSON.parse(step.notes) as Note[],
    })),
  };
}

/** An execution of whichever flow. @throws Refusal when the caller has no such execution */
export async function fetchExecutionBySid(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.read, { account, sid });
  if (row === undefined) throw notFound();
  return row;
}
