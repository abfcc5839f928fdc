/** The `carrier-update` and `carrier-check` jobs: requests to the carrier's REST API about calls and about itself. */

import type { ConnectionFailure } from '#api/messaging/dialects.ts';
import type { Result } from '#engine/signal.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { done, type JobHandler, type JobSubject } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import { dialectOf } from '../dialects/table.ts';
import { type CarrierOutcome, sendCarrierRequest } from './client.ts';
import { completeEffect, finishWithoutResult, retryJob } from './complete-effect.ts';
import type { CheckJob } from './jobs.ts';
import { credentialsOf, type FinalOutcome, requestAtLeastOnce, requestAtMostOnce } from './request.ts';
import { findCarrier, updateCarrier } from './store.ts';
import { readUpdateJob } from './update-job.ts';

/** The `carrier-update` job: changes a live call. Hanging up may be requested twice (at least once); a recording may not. */
export const handleUpdateJob: JobHandler = async (ctx, tools, job) => {
  const { carrier, effect, change } = readUpdateJob(job.payload);
  const request = effect === null ? requestAtLeastOnce : requestAtMostOnce;
  const outcome = await request(ctx, tools, job, { carrier, request: change });
  if (outcome.ended === 'retry') return retryJob(outcome);
  if (effect !== null) return completeEffect(ctx, job, null, async () => updateResult(outcome));
  // A carrier rejects ending a call that has ended, which is as good.
  const isDone = outcome.ended === 'accepted' || outcome.ended === 'rejected';
  return isDone ? finishWithoutResult(ctx, job) : { outcome: 'dead', problem: outcome.reason };
};

function updateResult(outcome: FinalOutcome): Result {
  if (outcome.ended === 'accepted') return { ok: true, data: toWebhookNames(outcome.data) };
  const code = outcome.ended === 'rejected' ? Number(outcome.code) || 0 : 0;
  return { ok: false, code, message: `The carrier did not do it: ${outcome.reason}`, data: {} };
}

/** REST responses are in snake case, webhook fields in Pascal case (`start_time`, `StartTime`); flows read the latter. */
function toWebhookNames(data: JsonObject): JsonObject {
  const toPascal = (key: string) =>
    key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [toPascal(key), value]));
}

/** The `carrier-check` job: fetches the carrier's account, to see whether its base URL and token are right. */
export const handleCheckJob: JobHandler = async (ctx, { agent }, job) => {
  const { carrier } = JSON.parse(job.payload) as CheckJob;
  const row = await findCarrier(ctx.database.read, job.account, carrier);
  if (row === undefined) return finishWithoutResult(ctx, job);
  const credentials = credentialsOf(ctx, row);
  const outcome =
    credentials === null
      ? {
          ended: 'rejected' as const,
          code: '',
          reason: 'Its token cannot be read: SECRET_KEY is not the one of before',
        }
      : await sendCarrierRequest(agent, dialectOf(row), credentials, { do: 'check' }, job.key);
  await ctx.database.write(async (tx) => {
    await updateCarrier(tx, row, {
      checked_at: ctx.clock.now(),
      problem: connectionProblem(outcome),
      failure: connectionFailure(outcome),
    });
    await completeJob(tx, job);
  });
  return done;
};

/** A test that failed by an error of its own says why, and can be made again. */
export const carrierOfCheck: JobSubject = async (ctx, tx, job, change) => {
  if (change !== 'failed' || !(await completeJob(tx, job))) return;
  const [, sid = ''] = job.key.split(':');
  const { account, problem } = job;
  await updateCarrier(tx, { account, sid }, { checked_at: ctx.clock.now(), problem, failure: 'unreachable' });
};

/** What the test has found, as the page says it in its own words; null where the carrier has answered as it should. */
function connectionFailure(outcome: CarrierOutcome): ConnectionFailure | null {
  if (outcome.ended === 'accepted') return outcome.isJson ? null : 'no-api';
  const { status } = outcome;
  if (status === undefined) return outcome.ended === 'rejected' ? 'rejected' : 'unreachable';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'not-found';
  return status === 429 || status >= 500 ? 'busy' : 'rejected';
}

/** The carrier's own words. */
function connectionProblem(outcome: CarrierOutcome): string | null {
  if (outcome.ended !== 'accepted') return outcome.reason;
  return outcome.isJson ? null : 'The answer at this address is no JSON object';
}
