/** Asks an account's carrier on behalf of a job, and sees to it that nothing is asked for twice. */

import {
  askCarrier,
  type CarrierAccess,
  type CarrierFields,
  type CarrierOutcome,
} from '../connector/carrier/rest.ts';
import type { Host } from '../service/host.ts';
import type { CarrierRow } from '../store/carrier-tables.ts';
import { beginAttempt, endAttempt, findCarrier } from '../store/carriers.ts';
import type { JobRow } from '../store/tables.ts';
import { backoff, type Tools } from './performer.ts';

/** How often a request is made that surely did not reach the carrier. */
const maxAttempts = 5;
const firstRestMs = 1_000;
const longestRestMs = 30_000;

/** `again` is when the job is due once more. */
export type LineOutcome = CarrierOutcome | { ended: 'again'; at: number; reason: string };

type Wanted = { carrier: string; path: string; fields: CarrierFields };

/**
 * Makes a request that must not be made twice, such as one that sends a message. It is repeated only after a
 * failure that cannot have reached the carrier; an attempt that a dying process cut off is not repeated.
 * Whoever stores the outcome calls `endAttempt` in that transaction.
 */
export async function askOnce(host: Host, tools: Tools, job: JobRow, wanted: Wanted): Promise<LineOutcome> {
  const attempt = { key: job.key, account: job.account, begun_at: host.clock.now() };
  if (!(await host.database.write((tx) => beginAttempt(tx, attempt)))) {
    return { ended: 'unclear', reason: 'It was being sent when the server stopped, and is not sent twice' };
  }
  const outcome = await ask(host, tools, job, wanted);
  if (outcome.ended !== 'unreached' || job.attempts >= maxAttempts) return outcome;
  await host.database.write((tx) => endAttempt(tx, job.key));
  return again(host, job, outcome.reason);
}

/** Makes a request that may be repeated. */
export async function askRepeatedly(
  host: Host,
  tools: Tools,
  job: JobRow,
  wanted: Wanted,
): Promise<LineOutcome> {
  const outcome = await ask(host, tools, job, wanted);
  const isSettled = outcome.ended === 'accepted' || outcome.ended === 'refused';
  return isSettled || job.attempts >= maxAttempts ? outcome : again(host, job, outcome.reason);
}

/** How the carrier is reached, or why it cannot be. */
export function accessOf(host: Host, row: CarrierRow): CarrierAccess | null {
  try {
    return { baseUrl: row.base_url, account: row.carrier_account, token: host.vault.open(row.token) };
  } catch {
    host.log.error({ carrier: row.sid }, 'The token of a carrier cannot be opened with this SECRET_KEY');
    return null;
  }
}

async function ask(host: Host, { agent }: Tools, job: JobRow, wanted: Wanted): Promise<CarrierOutcome> {
  const row = await findCarrier(host.database.read, job.account, wanted.carrier);
  if (row === undefined) return { ended: 'refused', code: '', reason: 'The carrier is no longer there' };
  const access = accessOf(host, row);
  if (access === null)
    return { ended: 'refused', code: '', reason: 'The token of the carrier cannot be read' };
  const { path, fields } = wanted;
  return askCarrier(agent, access, { path, fields, idempotencyKey: job.key });
}

function again(host: Host, { attempts }: JobRow, reason: string): LineOutcome {
  return { ended: 'again', at: backoff(host.clock.now(), attempts, firstRestMs, longestRestMs), reason };
}
