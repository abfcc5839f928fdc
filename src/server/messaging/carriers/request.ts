/** Asks an account's carrier on behalf of a job, and sees to it that nothing is asked for twice. */

import type { CarrierRow } from '../../platform/database/schema/carriers.ts';
import type { JobRow } from '../../platform/database/schema/tables.ts';
import { backoff } from '../../platform/jobs/backoff.ts';
import type { JobTools } from '../../platform/jobs/job-handler.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import {
  type CarrierCredentials,
  type CarrierFields,
  type CarrierOutcome,
  sendCarrierRequest,
} from './client.ts';
import { beginAttempt, endAttempt, findCarrier } from './store.ts';

/** How often a request is made that surely did not reach the carrier. */
const maxAttempts = 5;
const firstBackoffMs = 1_000;
const maxBackoffMs = 30_000;

/** `again` is when the job is due once more. */
export type AttemptOutcome = CarrierOutcome | { ended: 'again'; at: number; reason: string };

type CarrierOrder = { carrier: string; path: string; fields: CarrierFields };

/**
 * Makes a request that must not be made twice, such as one that sends a message. It is repeated only after a
 * failure that cannot have reached the carrier; an attempt that a dying process cut off is not repeated.
 * Whoever stores the outcome calls `endAttempt` in that transaction.
 */
export async function requestAtMostOnce(
  ctx: ServiceContext,
  tools: JobTools,
  job: JobRow,
  wanted: CarrierOrder,
): Promise<AttemptOutcome> {
  const attempt = { key: job.key, account: job.account, begun_at: ctx.clock.now() };
  if (!(await ctx.database.write((tx) => beginAttempt(tx, attempt)))) {
    return { ended: 'unclear', reason: 'It was being sent when the server stopped, and is not sent twice' };
  }
  const outcome = await send(ctx, tools, job, wanted);
  if (outcome.ended !== 'unreached' || job.attempts >= maxAttempts) return outcome;
  await ctx.database.write((tx) => endAttempt(tx, job.key));
  return retryLater(ctx, job, outcome.reason);
}

/** Makes a request that may be repeated. */
export async function requestAtLeastOnce(
  ctx: ServiceContext,
  tools: JobTools,
  job: JobRow,
  wanted: CarrierOrder,
): Promise<AttemptOutcome> {
  const outcome = await send(ctx, tools, job, wanted);
  const isSettled = outcome.ended === 'accepted' || outcome.ended === 'refused';
  return isSettled || job.attempts >= maxAttempts ? outcome : retryLater(ctx, job, outcome.reason);
}

/** How the carrier is reached, or why it cannot be. */
export function credentialsOf(ctx: ServiceContext, row: CarrierRow): CarrierCredentials | null {
  try {
    return { baseUrl: row.base_url, account: row.carrier_account, token: ctx.secrets.decrypt(row.token) };
  } catch {
    ctx.log.error({ carrier: row.sid }, 'The token of a carrier cannot be opened with this SECRET_KEY');
    return null;
  }
}

async function send(
  ctx: ServiceContext,
  { agent }: JobTools,
  job: JobRow,
  wanted: CarrierOrder,
): Promise<CarrierOutcome> {
  const row = await findCarrier(ctx.database.read, job.account, wanted.carrier);
  if (row === undefined) return { ended: 'refused', code: '', reason: 'The carrier is no longer there' };
  const access = credentialsOf(ctx, row);
  if (access === null)
    return { ended: 'refused', code: '', reason: 'The token of the carrier cannot be read' };
  const { path, fields } = wanted;
  return sendCarrierRequest(agent, access, { path, fields, idempotencyKey: job.key });
}

function retryLater(ctx: ServiceContext, { attempts }: JobRow, reason: string): AttemptOutcome {
  return { ended: 'again', at: backoff(ctx.clock.now(), attempts, firstBackoffMs, maxBackoffMs), reason };
}
