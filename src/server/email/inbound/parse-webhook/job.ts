/** The job that posts a mail: made when the mail is accepted, and again when it is sent anew. */

import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';

/**
 * `before` are the attempts that were made before the mail was last sent on its way. A trial is posted once: what
 * is not taken then is given up.
 */
export type ParseWebhookJob = { mail: string; before: number; isTrial: boolean };

type PostableEmail = Pick<InboundMailRow, 'id' | 'account' | 'attempts'> & { isTrial?: boolean };

/** A receiver may be away for three days from `now` on. Wake the worker after the commit. `due` is when to post it first. */
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
