/** How the jobs of carriers end: with a result for their execution, without one, or with a retry. */

import type { Result } from '#engine/signal.ts';
import type { EffectKey } from '../../executions/service/command-handler.ts';
import { lockExecution } from '../../executions/service/lookup.ts';
import { takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { ExecutionRow, JobRow } from '../../platform/database/schema/tables.ts';
import { done, type JobResult } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { AttemptOutcome } from './request.ts';
import { endAttempt } from './store.ts';

/**
 * Records an outcome and gives its result to the execution, in one transaction. `recordOutcome` updates the row of the
 * message or call, which happens even when the execution has gone on or ended meanwhile.
 */
export async function completeEffect(
  ctx: ServiceContext,
  job: JobRow,
  replyTo: string | null,
  recordOutcome: (turn: TurnTransaction) => Promise<Result | null>,
): Promise<JobResult> {
  const { effect } = JSON.parse(job.payload) as { effect: string };
  await inTurnTransaction(
    ctx,
    async (turn) => {
      const execution: ExecutionRow | undefined =
        job.execution === null ? undefined : await lockExecution(turn, job.execution);
      await endAttempt(turn.tx, job);
      await completeJob(turn.tx, job);
      const result = await recordOutcome(turn);
      if (result !== null && execution !== undefined) {
        await takeTurn(turn, execution, { kind: 'result', effect, result });
      }
    },
    { replyTo },
  );
  return done;
}

/** Completes a job that has become pointless. */
export async function finishWithoutResult(ctx: ServiceContext, job: JobRow): Promise<JobResult> {
  await ctx.database.write((tx) => completeJob(tx, job));
  return done;
}

/** Reschedules the job. */
export function retryJob({ at, reason }: Extract<AttemptOutcome, { ended: 'retry' }>): JobResult {
  return { outcome: 'retry', at, problem: reason };
}

export function effectKeyOf({ account, execution }: JobRow, effect: string): EffectKey {
  return { account, execution: execution ?? '', effect };
}
