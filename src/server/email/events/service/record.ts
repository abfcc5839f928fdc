/** Records email events: stored and counted once for each cause (idempotent), and queued for the webhooks subscribed to their kind. */

import { hash } from 'node:crypto';
import type { EmailMetric } from '#api/email/email-stats.ts';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import { shardOfAccount, shardOfOutboundMail } from '../../../platform/database/shard.ts';
import { countEmails, metricsOf } from '../../statistics/sent-service.ts';
import { enqueueEvents, insertEvents, listEnabledWebhooks } from '../store/events.ts';

/**
 * Something that happened to a message. `cause` is the idempotency key, unique within the owner: recorded twice, the event is
 * stored once. `fields` is posted with `event`, `timestamp` and `sg_event_id`; it includes the custom arguments of the
 * message, which never override a reserved name.
 */
export type NewEvent = {
  cause: string;
  kind: WebhookKind;
  /** The `sg_message_id` of the message; null for an event of the account. */
  message: string | null;
  fields: JsonObject;
  /** What it is counted as besides what follows from its kind. */
  counts?: readonly EmailMetric[];
};

/** Stores events that happened at `now` (epoch milliseconds), in the transaction of their cause. */
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
    const shard = message === null ? shardOfAccount(account) : shardOfOutboundMail(message);
    return { account, region, shard, id, kind, message, payload: JSON.stringify(payload), created_at: now };
  });
  const stored = await insertEvents(tx, rows);
  const isNew = new Set(stored.map(({ id }) => id));
  const counted = events.flatMap(({ kind, fields, counts = [] }, at) => {
    if (!isNew.has(rows[at]?.id ?? '')) return [];
    const categories = [fields.category ?? []].flat().map(String);
    const email = typeof fields.email === 'string' ? { email: fields.email } : {};
    return [...metricsOf(kind, fields), ...counts].map((metric) => ({ metric, categories, ...email }));
  });
  await countEmails(tx, { account, region, now, seed: stored[0]?.seq ?? 0 }, counted);
  const webhooks = await listEnabledWebhooks(tx, { account, region });
  const queued = webhooks.flatMap(({ id, kinds }) => {
    const subscribedKinds = JSON.parse(kinds) as WebhookKind[];
    return stored
      .filter(({ kind }) => subscribedKinds.includes(kind))
      .map(({ seq, shard }) => ({ webhook: id, event: seq, shard, queued_at: now }));
  });
  await enqueueEvents(tx, queued);
}
