/** Ends the effect that an execution is waiting for from outside: with the result of its job, or without. */

import type { Result } from '#engine/signal.ts';
import { isObject, textOf } from '#flow/json/json.ts';
import type { ExecutionRow, JobRow } from '../../platform/database/schema/tables.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { lockExecution } from '../store/locks.ts';
import { failEffect } from '../turn/dispatch.ts';
import { takeTurn } from './turn.ts';
import { inTurnTransaction, type TurnTransaction } from './turn-transaction.ts';

/**
 * Completes a job with its result for the execution that waits for it, in one transaction. Changes nothing when the
 * job is gone: another process completed it after our lease, or the execution has ended.
 */
export function completeWithResult(
  ctx: ServiceContext,
  job: JobRow,
  { effect, result, replyTo = null }: { effect: string; result: Result; replyTo?: string | null },
): Promise<void> {
  return inTurnTransaction(
    ctx,
    async (turn) => {
      const row = job.execution === null ? undefined : await lockExecution(turn.tx, job.execution);
      if (!(await completeJob(turn.tx, job)) || row === undefined) return;
      await takeTurn(turn, row, { kind: 'result', effect, result });
    },
    { replyTo },
  );
}

/**
 * Gives the execution, which must be locked, a failure in place of the result of a discarded job; the message or call
 * that it was about counts as failed. Changes nothing when the execution waits for something else by now.
 */
export async function failPendingEffect(
  turn: TurnTransaction,
  execution: ExecutionRow,
  { account, payload }: Pick<JobRow, 'account' | 'payload'>,
): Promise<void> {
  const effect = effectOf(payload);
  if (effect === '') return;
  await failEffect(turn, { account, execution: execution.sid, effect });
  const result = { ok: false as const, code: 0, message: 'The failed job was discarded', data: {} };
  await takeTurn(turn, execution, { kind: 'result', effect, result });
}

/** The effect that a job's payload names; '' when no execution waits for it. */
function effectOf(text: string): string {
  const payload: unknown = JSON.parse(text);
  if (!isObject(payload)) return '';
  return textOf(payload.effect) || (isObject(payload.command) ? textOf(payload.command.effect) : '');
}
