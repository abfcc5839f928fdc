/** Service functions of the execution page: an execution with its position, its steps, and what they changed. */

import type { Note, VariableChange } from '#engine/execution.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { listDeadJobs } from '../../platform/jobs/queue.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionKey, fetchExecution } from '../service/executions.ts';
import { visitNotes } from '../short-links/service.ts';
import { lastStep, nextSteps } from '../steps/store.ts';
import { findExecution } from '../store/executions.ts';
import { deserializeExecution } from '../turn/serialization.ts';

export type StepDetails = Omit<StepRow, 'changes' | 'notes'> & { changes: VariableChange[]; notes: Note[] };

export type ExecutionDetails = {
  row: ExecutionRow;
  /** The widget that it waits at; null once it has ended. */
  widget: string | null;
  /** The notes about that widget so far, visits of its links included. */
  notes: Note[];
  /** Oldest first, as many as are read at once. */
  steps: StepDetails[];
  /** The number of the step that they follow, 0 for the first; and of the last step of the execution. */
  after: number;
  last: number;
  /** The number of the last of them when there are more, otherwise null. */
  next: number | null;
};

/** With the steps that follow number `after`. @throws Refusal when the caller has no such execution */
export async function fetchExecutionDetails(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
  after: number,
): Promise<ExecutionDetails> {
  const row = await fetchExecution(ctx, caller, key);
  const state = row.purged_at === null ? deserializeExecution(ctx, row) : null;
  const last = state?.steps ?? (await lastStep(ctx.database.replica, row.sid));
  const [steps, visits, failed] = await Promise.all([
    nextSteps(ctx.database.replica, row.sid, { after, upTo: last }),
    visitNotes(ctx, row.sid),
    row.waiting === 'effect' ? failedJobNotes(ctx, row.sid) : [],
  ]);
  const visitsOf = (seq: number) => visits.filter(({ step }) => step === seq).map(({ note }) => note);
  const read = steps.at(-1)?.seq ?? last;
  return {
    row,
    widget: state?.widget ?? null,
    notes: [...(state?.notes ?? []), ...visitsOf(last + 1), ...failed],
    after,
    last,
    next: read < last ? read : null,
    steps: steps.map((step) => ({
      ...step,
      changes: parseExactJson(step.changes) as VariableChange[],
      notes: [...(JSON.parse(step.notes) as Note[]), ...visitsOf(step.seq)],
    })),
  };
}

/** Why what an execution waits for does not come. */
async function failedJobNotes(ctx: ServiceContext, execution: string): Promise<Note[]> {
  const jobs = await listDeadJobs(ctx.database.replica, execution);
  return jobs.map(({ kind, attempts, problem }) => ({
    code: 0,
    message: `Its job (${kind}) failed after ${attempts} attempts: ${problem}. Retry or discard it in Settings → Operations.`,
  }));
}

/** An execution of any flow. @throws Refusal when the caller has no such execution */
export async function fetchExecutionBySid(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.replica, { account, sid });
  if (row === undefined) throw notFound();
  return row;
}
