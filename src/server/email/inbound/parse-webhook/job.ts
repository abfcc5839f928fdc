/** The job that posts a received email to its parse webhook: enqueued at acceptance, and again at replay. */

import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';

/** `before` is the number of attempts made before the email was last enqueued. A trial has one attempt and no retries. */
export type ParseWebhookJob = { mail: string; before: number; isTrial: boolean };

type PostableEmail = Pick<InboundMailRow, 'id' | 'account' | 'attempts'> & { isTrial?: boolean };

/** Retries end three days after `now`; `due` is the time of the first attempt. Call `ctx.wake()` after the commit. */
export async function enqueueParseWebhook(
  tx: Queries,
  { id, account, attempts, isTrial = false }: PostableEmail,
  now: number,
  due = now,
): Promise<void> {
  const payload: ParseWebhookJob = { mail: id, before: attempts, isTrial };
  await enqueueJob(tx, {
    ...{ key: `mail:${id}`, kind: 'parse-post', account, execution: null },
    ...{ payload: JSON.stringify(payload), run_at: due, created_at: now },
  });
}
