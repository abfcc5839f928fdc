/** Events of the email service: stored once for each cause, and queued for the webhooks that want their kind. */

import { hash } from 'node:crypto';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import { enqueueEvents, insertEvents, listEnabledWebhooks } from '../store/events.ts';

/**
 * Something that happened to a mail. The same `cause` (a text that is unique within the owner) always is the
 * same event: told twice, it is stored once. `fields` is what is posted beside `event`, `timestamp` and
 * `sg_event_id`; custom arguments of the mail stand among them, under the reserved names nothing of theirs.
 */
export type NewEvent = {
  cause: string;
  kind: WebhookKind;
  /** The mail's `sg_message_id`; null for what is about no mail. */
  message: string | null;
  fields: JsonObject;
};

/** Stores events that happened at `now` (epoch milliseconds), within the transaction of what caused them. */
export async function recordEvents(
  tx: Queries,
  { account, region, now }: Owner & { now: number },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ cause, kind, message, fields }) => {
    const id = hash('sha256', `${account}.${region}.${cause}`, 'base64url').slice(0, 22);
    const payload = {
      ...fields,
      event: kind === 'spam_report' ? 'spamreport' : kind,
      timestamp: Math.floor(now / 1000),
      sg_event_id: id,
      ...(message !== null && { sg_message_id: message }),
    };
    return { account, region, id, kind, message, payload: JSON.stringify(payload), created_at: now };
  });
  const stored = await insertEvents(tx, rows);
  const listeners = await listEnabledWebhooks(tx, { account, region });
  const queued = listeners.flatMap(({ id, kinds }) => {
    const wanted = JSON.parse(kinds) as WebhookKind[];
    return stored
      .filter(({ kind }) => wanted.includes(kind))
      .map(({ seq }) => ({ webhook: id, event: seq, queued_at: now }));
  });
  await enqueueEvents(tx, queued);
}
