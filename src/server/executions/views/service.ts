/** Service functions of the execution page: an execution with its position, its steps, and what they changed. */

import type { Note, VariableChange } from '#engine/execution.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionKey, fetchExecution } from '../service/executions.ts';
import { visitNotes } from '../short-links/service.ts';
import { stepsUpTo } from '../steps/store.ts';
import { findExecution } from '../store/executions.ts';
import { deserializeExecution } from '../turn/serialization.ts';

export type StepDetails = Omit<StepRow, 'changes' | 'notes'> & { changes: VariableChange[]; notes: Note[] };

export type ExecutionDetails = {
  row: ExecutionRow;
  /** The widget that it waits at; null once it has ended. */
  widget: string | null;
  /** The notes about that widget so far, visits of its links included. */
  notes: Note[];
  /** Oldest first. */
  steps: StepDetails[];
};

/** In place of the state of an execution whose personal data was removed: no widget, all steps. */
const purged = { widget: null, notes: [], steps: 0x7fff_ffff };

/** @throws Refusal when the caller has no such execution */
export async function fetchExecutionDetails(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
): Promise<ExecutionDetails> {
  const row = await fetchExecution(ctx, caller, key);
  const { widget, notes, steps: last } = row.purged_at === null ? deserializeExecution(ctx, row) : purged;
  const [steps, visits] = await Promise.all([
    stepsUpTo(ctx.database.read, row.sid, last),
    visitNotes(ctx, row.sid),
  ]);
  const visitsOf = (seq: number) => visits.filter(({ step }) => step === seq).map(({ note }) => note);
  return {
    row,
    widget,
    notes: [...notes, ...visitsOf(last + 1)],
    steps: steps.map((step) => ({
      ...step,
      changes: JSON.parse(step.changes) as VariableChange[],
      notes: [...(JSON.parse(step.notes) as Note[]), ...visitsOf(step.seq)],
    })),
  };
}

/** An execution of any flow. @throws Refusal when the caller has no such execution */
export async function fetchExecutionBySid(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.read, { account, sid });
  if (row === undefined) throw notFound();
  return row;
}
