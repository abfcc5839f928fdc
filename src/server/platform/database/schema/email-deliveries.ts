/** Rows: events of the email service and their delivery to webhooks. Conventions as in `tables.ts`. */

import type { Generated } from 'kysely';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Owner } from './email.ts';

/** An event; `seq` grows with each, `id` is its `sg_event_id`, `message` the `sg_message_id`. */
export type MailEventRow = Owner & {
  seq: Generated<number>;
  /** Its message's, or else its account's. */
  shard: number;
  id: string;
  kind: WebhookKind;
  message: string | null;
  /** JSON of the event as it is posted. */
  payload: string;
  created_at: number;
};

/** An event that waits for delivery to a webhook, since `queued_at`; in the shard of the event. */
export type QueuedEventRow = { webhook: string; event: number; shard: number; queued_at: number };

/**
 * The delivery queue of a webhook: its lease, when the next attempt is due, how many have failed in a row since when (null when
 * none has), and since when nothing is posted because it failed for too long.
 */
export type EventQueueRow = {
  webhook: string;
  /** The hash of its webhook. */
  shard: number;
  lease_until: number;
  due_at: number;
  failures: number;
  failing_since: number | null;
  paused_at: number | null;
};

/** One post to a webhook; `kinds` is a JSON object from kind to number, `status` null when there was no response. */
export type EventAttemptRow = Owner & {
  /** A SID, so that later attempts have greater ones. */
  id: string;
  webhook: string;
  /** The hash of its webhook. */
  shard: number;
  /** JSON array of [first, last]: the contiguous ranges of event numbers. */
  runs: string;
  events: number;
  kinds: string;
  status: number | null;
  latency_ms: number;
  problem: string | null;
  /** The beginning of the response body. */
  response: string | null;
  /** JSON objects of the headers that were sent, without credentials, and of those of the response; null where not known. */
  headers: string | null;
  response_headers: string | null;
  /** Null once it was delivered, or failed for good. */
  next_at: number | null;
  /** How many events failed for good with this attempt. */
  given_up: number;
  is_test: number;
  made_at: number;
};

export type DeliveryTables = {
  mail_events: MailEventRow;
  event_queue: QueuedEventRow;
  event_lanes: EventQueueRow;
  event_attempts: EventAttemptRow;
};
