/** The rows of events, and which webhooks still have to be told of them. */

import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { MailEventRow, QueuedEventRow } from '../../../platform/database/schema/email-deliveries.ts';

export type NewMailEventRow = Omit<MailEventRow, 'seq'>;

/** Stores events; those whose id the owner has already are left out. Gives the numbers of the new ones. */
export function insertEvents(
  tx: Queries,
  events: readonly NewMailEventRow[],
): Promise<{ seq: number; kind: WebhookKind }[]> {
  return tx
    .insertInto('mail_events')
    .values(events)
    .onConflict((conflict) => conflict.columns(['account', 'region', 'id']).doNothing())
    .returning(['seq', 'kind'])
    .execute();
}

/** The enabled webhooks of an owner and the JSON of the kinds that each wants. */
export function listEnabledWebhooks(
  db: Queries,
  { account, region }: Owner,
): Promise<{ id: string; kinds: string }[]> {
  return db
    .selectFrom('event_webhooks')
    .select(['id', 'kinds'])
    .where('account', '=', account)
    .where('region', '=', region)
    .where('enabled', '=', 1)
    .execute();
}

export async function enqueueEvents(tx: Queries, queued: readonly QueuedEventRow[]): Promise<void> {
  if (queued.length === 0) return;
  await tx
    .insertInto('event_queue')
    .values(queued)
    .onConflict((conflict) => conflict.columns(['webhook', 'event']).doNothing())
    .execute();
}

/** Removes the account's oldest events, of `before` or earlier, and takes them from all queues; gives how many. */
export async function deleteOldEvents(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const old = await tx
    .selectFrom('mail_events')
    .select('seq')
    .where('account', '=', account)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const events = old.map(({ seq }) => seq);
  // No foreign key does this: it would need an index, which every event would pay for.
  await tx
    .deleteFrom('event_queue')
    .where('webhook', 'in', tx.selectFrom('event_webhooks').select('id').where('account', '=', account))
    .where('event', 'in', events)
    .execute();
  await tx.deleteFrom('mail_events').where('seq', 'in', events).execute();
  return events.length;
}
