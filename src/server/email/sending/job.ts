/** The job that sends a message to one recipient. */

import type { Queries } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { OutboundRecipientRow } from '../messages/store.ts';

/** The payload: the SID of the recipient, and since when it may be sent where that is later than its time. */
export type SendJob = { recipient: string; since?: number };

const kind = 'mail-send';

/** The recipient that a job is about. */
export const recipientOfKey = (key: string): string => key.slice(`${kind}:`.length);

/** Enqueues the job, due at `send_at`, or where it had to wait at `since`. Call `ctx.wake()` after the commit. */
export async function enqueueSend(
  tx: Queries,
  { sid, shard, account, send_at }: Pick<OutboundRecipientRow, 'sid' | 'shard' | 'account' | 'send_at'>,
  { now, since }: { now: number; since?: number },
): Promise<void> {
  await enqueueJob(tx, {
    ...{ key: `${kind}:${sid}`, kind, account, execution: null, shard },
    payload: JSON.stringify({ recipient: sid, ...(since !== undefined && { since }) } satisfies SendJob),
    ...{ run_at: since ?? send_at, created_at: now },
  });
}
