/**
 * Carries out jobs: what has to wait for the network, outside any transaction. At least once: a process
 * that dies in between leaves the job to the next one, with the same idempotency key.
 */

import type { Agent } from 'undici';
import type { Command } from '#engine/command.ts';
import type { Result } from '#engine/signal.ts';
import { type OutboundOutcome, request } from '../connector/request.ts';
import type { Host } from '../service/host.ts';
import { lockExecution } from '../store/executions.ts';
import { finishJob } from '../store/jobs.ts';
import type { JobRow } from '../store/tables.ts';
import { transact } from './transact.ts';
import { takeTurn } from './turn.ts';

/** Longer than any effect may take. */
export const leaseMs = 30_000;

/** How often a job may have been begun by processes that did not live to finish it. */
const maxAttempts = 5;

/** The documented code for a request that could not be made. */
const requestFailed = 81014;

type Payload = { command: Extract<Command, { kind: 'http' }>; reply_to: string | null };

/**
 * Carries out a job that this process has leased, and gives the result to its execution. A request that
 * fails is a result; it is not tried again.
 */
export async function performJob(host: Host, agent: Agent, job: JobRow): Promise<void> {
  const { command, reply_to: replyTo } = JSON.parse(job.payload) as Payload;
  const outcome: OutboundOutcome =
    job.attempts > maxAttempts
      ? { ok: false, reason: `Given up after ${maxAttempts} attempts that were cut off` }
      : await request(agent, { ...command, headers: { ...command.headers, 'idempotency-key': job.key } });
  const result = resultOf(outcome);
  await transact(
    host,
    async (work) => {
      const row = await lockExecution(work.tx, job.execution);
      // Gone when another process finished it after our lease, or when the execution has ended.
      if (row === undefined || !(await finishJob(work.tx, job.key))) return;
      await takeTurn(work, row, { kind: 'result', effect: command.effect, result });
    },
    replyTo,
  );
}

function resultOf(outcome: OutboundOutcome): Result {
  if (!outcome.ok) return { ok: false, code: requestFailed, message: outcome.reason, data: {} };
  const { status, headers, body } = outcome.answer;
  return { ok: true, data: { status_code: status, content_type: headers['content-type'] ?? '', body } };
}
