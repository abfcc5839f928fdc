/** The job that posts a received email to its parse webhook: enqueued at acceptance, and again at replay. */

import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import type { JobRow } from '../../../platform/database/schema/tables.ts';
import { enqueueClaimedJob, enqueueJob, makeJobDue, type NewJob } from '../../../platform/jobs/queue.ts';

/** `before` is the number of attempts made before the email was last enqueued. A trial has one attempt and no retries. */
export type ParseWebhookJob = { mail: string; before: number; isTrial: boolean };

type PostableEmail = Pick<InboundMailRow, 'id' | 'shard' | 'account' | 'attempts'> & { isTrial?: boolean };

/** Of the key of the job of an email. */
export const jobKeyPrefix = 'mail:';

/** Retries end three days after `now`; `due` is the time of the first attempt. Call `ctx.wake()` after the commit. */
export async function enqueueParseWebhook(
  tx: Queries,
  email: PostableEmail,
  now: number,
  due = now,
): Promise<void> {
  await enqueueJob(tx, { ...jobOf(email, now), run_at: due });
}

/** The same, claimed at once for its first attempt: the caller has it run after the commit. */
export function enqueueClaimedParseWebhook(
  tx: Queries,
  email: PostableEmail,
  now: number,
  leaseUntil: number,
): Promise<JobRow> {
  return enqueueClaimedJob(tx, jobOf(email, now), leaseUntil);
}

/** Has the waiting job of an email run now, unless it is running. Call `ctx.wake()` after the commit. */
export async function postNow(
  tx: Queries,
  { id, shard }: Pick<PostableEmail, 'id' | 'shard'>,
  now: number,
): Promise<void> {
  await makeJobDue(tx, { key: jobKeyPrefix + id, shard }, now);
}

function jobOf(
  { id, shard, account, attempts, isTrial = false }: PostableEmail,
  now: number,
): Omit<NewJob, 'run_at'> {
  const payload: ParseWebhookJob = { mail: id, before: attempts, isTrial };
  return {
    ...{ key: jobKeyPrefix + id, kind: 'parse-post', account, execution: null, shard },
    ...{ payload: JSON.stringify(payload), created_at: now },
  };
}
