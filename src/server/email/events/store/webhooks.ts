/** Store: event webhooks. */

import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow, Owner } from '../../../platform/database/schema/email.ts';
import { isThere, ofOwner, ownedTable } from '../../owned-store.ts';

export const { insert: insertEventWebhook, change: changeEventWebhook } = ownedTable('event_webhooks');

/** Oldest first. */
export function listEventWebhooks(db: Queries, owner: Owner): Promise<EventWebhookRow[]> {
  return db
    .selectFrom('event_webhooks')
    .selectAll()
    .where(ofOwner(owner))
    .where(isThere)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The webhook of that id; a null id means the oldest. */
export function findEventWebhook(
  db: Queries,
  owner: Owner,
  id: string | null,
): Promise<EventWebhookRow | undefined> {
  const query = db.selectFrom('event_webhooks').selectAll().where(ofOwner(owner)).where(isThere);
  const one = id === null ? query.orderBy('created_at').orderBy('id').limit(1) : query.where('id', '=', id);
  return one.executeTakeFirst();
}

/** Replaces the row of that id. */
export async function replaceEventWebhook(
  tx: Queries,
  { id, deleted_at: _, ...row }: EventWebhookRow,
): Promise<void> {
  await tx.updateTable('event_webhooks').set(row).where('id', '=', id).execute();
}
