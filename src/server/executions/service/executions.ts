/** The verbs of executions, their contexts and steps. */

import { hash } from 'node:crypto';
import { contextAfter } from '#engine/context.ts';
import type { Context, VariableChange } from '#engine/execution.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { revisionFor } from '../../flows/runnable/service.ts';
import { requireFlow } from '../../flows/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findStep, listSteps as listStepRows, stepsUpTo } from '../steps/store.ts';
import {
  deleteExecution as deleteRow,
  type ExecutionListRow,
  exclusiveExecutionOf,
  findExecution,
  listExecutions as listRows,
  lockExecution,
} from '../store/executions.ts';
import { deserializeExecution } from '../turn/serialization.ts';
import { inTurnTransaction } from './in-turn-transaction.ts';
import { countStart } from './start-limit.ts';
import { startExecution, takeTurn } from './turn.ts';
import type { TurnTransaction } from './turn-transaction.ts';

export type { ExecutionListRow, ExecutionRow, StepRow };

/** Names an execution of a flow; both must be the caller's. */
export type ExecutionKey = { flow: string; sid: string };

export type NewExecution = {
  flow: string;
  /** The contact's address, and the flow's own. */
  to: string;
  from: string;
  parameters: JsonObject;
};

/**
 * Starts a flow for a contact, as the REST API does.
 * @throws Refusal when there is no such flow, when none of its revisions is for this contact, (conflict,
 * naming the other) when the pair has an active execution, or (too-many) when the account starts too many
 */
export function createExecution(
  ctx: ServiceContext,
  caller: Caller,
  input: NewExecution,
): Promise<ExecutionRow> {
  return inTurnTransaction(ctx, async (work) => {
    const begun = await startUnlessActive(work, caller, input);
    if (typeof begun === 'string') throw alreadyActive(begun);
    return begun;
  });
}

/**
 * The same as version 1 did it: where the pair has an active execution, that one is the answer.
 * @throws Refusal as `createExecution`, but for the conflict
 */
export function createOrJoinExecution(
  ctx: ServiceContext,
  caller: Caller,
  input: NewExecution,
): Promise<ExecutionRow> {
  return inTurnTransaction(ctx, async (work) => {
    const begun = await startUnlessActive(work, caller, input);
    if (typeof begun !== 'string') return begun;
    const active = await lockExecution(work.tx, begun);
    if (active === undefined) throw alreadyActive(begun);
    return active;
  });
}

/** The new execution, or the SID of the one that the pair has already. */
async function startUnlessActive(
  work: TurnTransaction,
  { account }: Caller,
  { flow, to, from, parameters }: NewExecution,
): Promise<ExecutionRow | string> {
  const revision = await revisionFor(work, { account, flow, contact: to });
  if (revision === 'missing') throw notFound();
  if (revision === 'unpublished') throw unpublished();
  const pair = { account, contact: to, channel: from };
  const active = await exclusiveExecutionOf(work.tx, pair);
  if (active !== undefined) return active;
  // Only what begins counts, so a conflict is told as such however many there are.
  await countStart(work, account, 'rest');
  for (;;) {
    const row = await startExecution(work, {
      ...pair,
      flow,
      revision,
      exclusive: true,
      initiatedBy: work.ctx.ids.sid('RQ'),
      event: 'incomingRequest',
      trigger: { request: { from, to, parameters } },
      data: parameters,
      call: null,
    });
    if (row !== null) return row;
    // The one that was in the way may have ended in this very moment: then there is room after all.
    const holder = await exclusiveExecutionOf(work.tx, pair);
    if (holder !== undefined) return holder;
  }
}

function unpublished(): Refusal {
  return new Refusal(
    'bad-request',
    'The flow has no published revision; publish it, or make the contact a test user',
  );
}

function alreadyActive(sid: string): Refusal {
  return new Refusal(
    'conflict',
    `Execution ${sid} is already active for this contact. End the active Execution before creating a new one`,
    { details: { conflicting_execution_sid: sid } },
  );
}

/**
 * The SID of the contact of an execution: the same for each of its executions in that account. Null once the
 * personal data was removed, because an address can be found again by its hash.
 */
export function contactSid({ account, contact, purged_at }: ExecutionListRow): string | null {
  return purged_at === null ? `FC${hash('md5', JSON.stringify([account, contact]))}` : null;
}

/** @throws Refusal when the caller has no such execution */
export async function fetchExecution(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.read, { account: caller.account, ...key });
  if (row === undefined) throw notFound();
  return row;
}

export type ExecutionListFilter = {
  status?: ExecutionRow['status'] | undefined;
  /** Epoch milliseconds: made on or after, and made before. */
  from?: number | undefined;
  to?: number | undefined;
};

/** Newest first; positions are by age. @throws Refusal when the caller has no such flow */
export async function listExecutions(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  filter: ExecutionListFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionListRow>> {
  await requireFlow(ctx.database.read, caller, flow);
  return listRows(ctx.database.read, { flow, ...filter }, request);
}

/**
 * Ends an execution; one that has ended stays as it is.
 * @throws Refusal when the caller has no such execution
 */
export function endExecution(ctx: ServiceContext, caller: Caller, key: ExecutionKey): Promise<ExecutionRow> {
  return inTurnTransaction(ctx, async (work) => {
    const row = await lockExecutionOf(work, caller, key);
    return takeTurn(work, row, { kind: 'stop' });
  });
}

/**
 * Deletes an execution with all its steps, whether or not it has ended. A live call of its is hung up.
 * @throws Refusal when the caller has no such execution
 */
export function deleteExecution(ctx: ServiceContext, caller: Caller, key: ExecutionKey): Promise<void> {
  return inTurnTransaction(ctx, async (work) => {
    const row = await lockExecutionOf(work, caller, key);
    await takeTurn(work, row, { kind: 'stop' });
    await deleteRow(work.tx, row.sid);
  });
}

async function lockExecutionOf(
  work: TurnTransaction,
  caller: Caller,
  { flow, sid }: ExecutionKey,
): Promise<ExecutionRow> {
  const row = await lockExecution(work.tx, sid);
  if (row === undefined || row.flow !== flow || row.account !== caller.account) throw notFound();
  return row;
}

/** The variables of an execution as they stand; null once its personal data was removed. */
export function contextOf(row: ExecutionRow): Context | null {
  return row.purged_at === null ? deserializeExecution(row).context : null;
}

/** Newest first; positions are step numbers. @throws Refusal when the caller has no such execution */
export async function listSteps(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
  request: KeysetPageRequest,
): Promise<{ execution: ExecutionRow; slice: KeysetPage<StepRow> }> {
  const execution = await fetchExecution(ctx, caller, key);
  return { execution, slice: await listStepRows(ctx.database.read, key.sid, request) };
}

/**
 * A step and the variables as they stood when it ended, null once the execution's personal data was removed.
 * @throws Refusal when the caller has no such execution, or the execution no such step
 */
export async function fetchStep(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey & { step: string },
): Promise<{ execution: ExecutionRow; step: StepRow; context: Context | null }> {
  const execution = await fetchExecution(ctx, caller, key);
  const step = await findStep(ctx.database.read, execution.sid, key.step);
  if (step === undefined) throw notFound();
  if (execution.purged_at !== null) return { execution, step, context: null };
  const rows = await stepsUpTo(ctx.database.read, execution.sid, step.seq);
  const context = contextAfter(rows.map((row) => ({ changes: JSON.parse(row.changes) as VariableChange[] })));
  return { execution, step, context };
}
