/** Makes a job's request to the account's carrier, with at-most-once or at-least-once semantics. */

import type { CarrierRow } from '../../platform/database/schema/carriers.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import type { JobTools } from '../../platform/jobs/job-handler.ts';
import { backoff } from '../../platform/jobs/retry-backoff.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { conversationsUrlOf } from '../dialects/default/conversation-request.ts';
import type { CarrierCredentials, CarrierRequest } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/table.ts';
import { type CarrierOutcome, sendCarrierRequest } from './client.ts';
import { beginAttempt, endAttempt, findCarrier } from './store.ts';

/** How often a request is tried. */
const maxAttempts = 5;
const firstBackoffMs = 1_000;
const maxBackoffMs = 30_000;

/** `retry`: the job is due again at `at`. */
export type AttemptOutcome = CarrierOutcome | { ended: 'retry'; at: number; reason: string };

/** How a request ended for good. */
export type FinalOutcome = Exclude<AttemptOutcome, { ended: 'retry' }>;

/** `carrier` is a SID. */
export type CarrierOrder = { carrier: string; request: CarrierRequest };

/**
 * Makes a request that must not be made twice, such as one that sends a message. It is retried only after a failure
 * that cannot have reached the carrier; an attempt that was cut off by the end of its process is not. The transaction
 * that stores the outcome calls `endAttempt`.
 */
export async function requestAtMostOnce(
  ctx: ServiceContext,
  tools: JobTools,
  job: JobRow,
  order: CarrierOrder,
): Promise<AttemptOutcome> {
  const attempt = { key: job.key, shard: job.shard, account: job.account, begun_at: ctx.clock.now() };
  if (!(await ctx.database.write((tx) => beginAttempt(tx, attempt)))) {
    return { ended: 'unknown', reason: 'It was being sent when the server stopped, and is not sent twice' };
  }
  const outcome = await send(ctx, tools, job, order);
  if (outcome.ended !== 'not-delivered' || job.attempts >= maxAttempts) return outcome;
  await ctx.database.write((tx) => endAttempt(tx, job));
  return retryLater(ctx, job, outcome.reason);
}

/** Makes an idempotent request. */
export async function requestAtLeastOnce(
  ctx: ServiceContext,
  tools: JobTools,
  job: JobRow,
  order: CarrierOrder,
): Promise<AttemptOutcome> {
  const outcome = await send(ctx, tools, job, order);
  const isFinal = outcome.ended === 'accepted' || outcome.ended === 'rejected';
  return isFinal || job.attempts >= maxAttempts ? outcome : retryLater(ctx, job, outcome.reason);
}

/** The carrier's credentials; null, and a log line, when its token was encrypted with another SECRET_KEY. */
export function credentialsOf(ctx: ServiceContext, row: CarrierRow): CarrierCredentials | null {
  try {
    return {
      baseUrl: row.base_url,
      conversationsUrl: conversationsUrlOf(row),
      account: row.carrier_account,
      token: ctx.secrets.decrypt(row.token),
      application: row.application ?? '',
    };
  } catch {
    ctx.log.error({ carrier: row.sid }, 'The token of a carrier cannot be opened with this SECRET_KEY');
    return null;
  }
}

async function send(
  ctx: ServiceContext,
  { agent }: JobTools,
  job: JobRow,
  order: CarrierOrder,
): Promise<CarrierOutcome> {
  const row = await findCarrier(ctx.database.read, job.account, order.carrier);
  if (row === undefined) return { ended: 'rejected', code: '', reason: 'The carrier is no longer there' };
  const credentials = credentialsOf(ctx, row);
  if (credentials === null)
    return { ended: 'rejected', code: '', reason: 'The token of the carrier cannot be read' };
  return sendCarrierRequest(agent, dialectOf(row), credentials, order.request, job.key);
}

function retryLater(ctx: ServiceContext, { attempts }: JobRow, reason: string): AttemptOutcome {
  const delays = { firstMs: firstBackoffMs, maxMs: maxBackoffMs };
  return { ended: 'retry', at: backoff(ctx.random, { now: ctx.clock.now(), attempts, ...delays }), reason };
}
