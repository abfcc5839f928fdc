/** Service functions of steps. */

import { setImmediate } from 'node:timers/promises';
import { applyChanges, emptyContext } from '#engine/context.ts';
import type { Context, VariableChange } from '#engine/execution.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { ExecutionRow, StepRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionKey, fetchExecution } from '../service/executions.ts';
import { findStep, listSteps as listStepRows, nextSteps, type StepListRow } from './store.ts';

export type { StepListRow };

/** Newest first; positions are step numbers. @throws Refusal when the caller has no such execution */
export async function listSteps(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
  request: KeysetPageRequest,
): Promise<{ execution: ExecutionRow; page: KeysetPage<StepListRow> }> {
  const execution = await fetchExecution(ctx, caller, key);
  return { execution, page: await listStepRows(ctx.database.replica, key.sid, request) };
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
  const step = await findStep(ctx.database.replica, execution.sid, key.step);
  if (step === undefined) throw notFound();
  if (execution.purged_at !== null) return { execution, step, context: null };
  return { execution, step, context: await contextAfterStep(ctx, step) };
}

/** Adds up the changes of all steps up to that one, a part at a time, so that other requests are not held up. */
async function contextAfterStep(ctx: ServiceContext, { execution, seq }: StepRow): Promise<Context> {
  let context = emptyContext();
  for (let after = 0; after < seq; ) {
    const rows = await nextSteps(ctx.database.replica, execution, { after, upTo: seq });
    for (const { changes } of rows)
      context = applyChanges(context, parseExactJson(changes) as VariableChange[]);
    after = rows.at(-1)?.seq ?? seq;
    await setImmediate();
  }
  return context;
}
