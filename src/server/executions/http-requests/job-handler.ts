/**
 * Carries out jobs: what has to wait for the network, outside any transaction. At least once: a process
 * that dies in between leaves the job to the next one, with the same idempotency key.
 */

import type { Command } from '#engine/command.ts';
import type { Result } from '#engine/signal.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import { type OutboundOutcome, sendRequest } from '../../platform/outbound/client.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { inTurnTransaction } from '../service/in-turn-transaction.ts';
import { takeTurn } from '../service/turn.ts';
import { lockExecution } from '../store/executions.ts';

/** How often a job may have been begun by processes that did not live to finish it. */
const maxAttempts = 5;

/** The documented code for a request that could not be made. */
const requestFailed = 81014;

type Payload = { command: Extract<Command, { kind: 'http' }>; reply_to: string | null };

/** A request that a widget makes. One that fails is a result for the execution; it is not tried again. */
export const performHttp: JobHandler = async (ctx, { agent }, job) => {
  const { command, reply_to: replyTo } = JSON.parse(job.payload) as Payload;
  const outcome: OutboundOutcome =
    job.attempts > maxAttempts
      ? { ok: false, reason: `Given up after ${maxAttempts} attempts that were cut off` }
      : await sendRequest(agent, { ...command, headers: { ...command.headers, 'idempotency-key': job.key } });
  await completeWithResult(ctx, job, { effect: command.effect, result: resultOf(outcome), replyTo });
  return done;
};

/**
 * Ends a job with its result for the execution that waits for it, in one transaction. Moves nothing when the job
 * is gone: another process finished it after our lease, or the execution has ended.
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
      if (!(await completeJob(turn.tx, job.key)) || row === undefined) return;
      await takeTurn(turn, row, { kind: 'result', effect, result });
    },
    replyTo,
  );
}

function resultOf(outcome: OutboundOutcome): Result {
  if (!outcome.ok) return { ok: false, code: requestFailed, message: outcome.reason, data: {} };
  const { status, headers, body } = outcome.response;
  return { ok: true, data: { status_code: status, content_type: headers['content-type'] ?? '', body } };
}
