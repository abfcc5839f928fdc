/** How the jobs of carriers run and end: with a result for their execution, without one, or with a retry. */

import type { Result } from '#engine/signal.ts';
import type { EffectKey } from '../../executions/service/command-handler.ts';
import { lockExecution } from '../../executions/service/lookup.ts';
import { takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow, JobRow } from '../../platform/database/schema/tables.ts';
import { done, type JobResult, type JobTools } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type AttemptOutcome, type CarrierOrder, type FinalOutcome, requestAtMostOnce } from './request.ts';
import { endAttempt } from './store.ts';

type SubjectRow = { carrier: string | null };

/** What the job of a message or call does by its row, that of the command `effect`. */
type SubjectRequest<Row> = {
  effect: string;
  /** SID of the inbound message that is replied to. */
  replyTo: string | null;
  find(db: Queries, key: EffectKey): Promise<Row | undefined>;
  /** Null when nothing is to be requested any more. */
  order(row: Row): Omit<CarrierOrder, 'carrier'> | null;
  /** Updates the row as it is after the request; returns the result of the command, null when that comes later. */
  record(turn: TurnTransaction, row: Row, outcome: FinalOutcome): Promise<Result | null>;
};

/** Requests a message or call from its carrier, and records the outcome. */
export async function requestSubject<Row extends SubjectRow>(
  ctx: ServiceContext,
  tools: JobTools,
  job: JobRow,
  { effect, replyTo, find, order: orderOf, record }: SubjectRequest<Row>,
): Promise<JobResult> {
  const key = { account: job.account, execution: job.execution ?? '', effect };
  const row = await find(ctx.database.read, key);
  const order = row === undefined ? null : orderOf(row);
  if (row?.carrier == null || order === null) return finishWithoutResult(ctx, job);
  const outcome = await requestAtMostOnce(ctx, tools, job, { carrier: row.carrier, ...order });
  if (outcome.ended === 'retry') return retryJob(outcome);
  return completeEffect(ctx, job, replyTo, async (turn) => {
    const present = await find(turn.tx, key);
    return present === undefined ? null : record(turn, present, outcome);
  });
}

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
