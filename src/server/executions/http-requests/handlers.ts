/** HTTP requests of flows: the `http` command enqueues a job, which makes the request outside any transaction and at least once. */

import type { Command } from '#engine/commands/command.ts';
import { httpFailure, httpResult } from '#engine/results/http-response.ts';
import type { Result } from '#engine/signal.ts';
import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import { type OutboundOutcome, sendRequest } from '../../platform/outbound/client.ts';
import { type CommandHandler, deferred } from '../service/command-handler.ts';
import { completeWithResult } from '../service/pending-effect.ts';

export const httpHandler: CommandHandler<'http'> = {
  /** The job's key is made from the execution and the effect, so a replayed turn finds the same job. */
  async execute(turn, { row }, command) {
    await enqueueJob(turn.tx, {
      key: `${row.sid}:${command.effect}`,
      kind: 'http',
      account: row.account,
      execution: row.sid,
      payload: JSON.stringify({ command, reply_to: turn.replyTo }),
      run_at: turn.now,
      created_at: turn.now,
    });
    turn.wakesWorker = true;
    return deferred;
  },
};

/** How many processes may die while they make the request. */
const maxAttempts = 5;

type Payload = { command: Extract<Command, { kind: 'http' }>; reply_to: string | null };

/**
 * A request that fails is a result for the execution, and is not retried. A process that dies in between leaves the
 * job to the next one, which sends the same idempotency key.
 */
export const handleHttpJob: JobHandler = async (ctx, { agent }, job) => {
  const { command, reply_to: replyTo } = JSON.parse(job.payload) as Payload;
  const outcome: OutboundOutcome =
    job.attempts > maxAttempts
      ? { ok: false, reason: `Failed after ${maxAttempts} interrupted attempts` }
      : await sendRequest(agent, { ...command, headers: { ...command.headers, 'idempotency-key': job.key } });
  await completeWithResult(ctx, job, { effect: command.effect, result: resultOf(outcome), replyTo });
  return done;
};

function resultOf(outcome: OutboundOutcome): Result {
  if (!outcome.ok) return httpFailure(outcome.reason);
  const { status, headers, body } = outcome.response;
  return httpResult({ status, contentType: headers['content-type'] ?? '', body });
}
