/** Store: event webhooks. */

import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow, Owner } from '../../../platform/database/schema/email.ts';

/** Oldest first. */
export function listEventWebhooks(db: Queries, { account, region }: Owner): Promise<EventWebhookRow[]> {
  return db
    .selectFrom('event_webhooks')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The webhook of that id; a null id means the oldest. */
export function findEventWebhook(
  db: Queries,
  { account, region }: Owner,
  id: string | null,
): Promise<EventWebhookRow | undefined> {
  const query = db
    .selectFrom('event_webhooks')
    .selectAll()
    .where('account', '=', account)
    .where('region', '=', region);
  const one = id === null ? query.orderBy('created_at').orderBy('id').limit(1) : query.where('id', '=', id);
  return one.executeTakeFirst();
}

export async function insertEventWebhook(tx: Queries, row: EventWebhookRow): Promise<void> {
  await tx.insertInto('event_webhooks').values(row).execute();
}

/** Replaces the row of that id. */
export async function replaceEventWebhook(tx: Queries, { id, ...row }: EventWebhookRow): Promise<void> {
  await tx.updateTable('event_webhooks').set(row).where('id', '=', id).execute();
}

/** False when there is none. */
export async function deleteEventWebhook(
  tx: Queries,
  { account, region }: Owner,
  id: string,
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('event_webhooks')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length === 1;
}
