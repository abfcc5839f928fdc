/** The posts of the events of one message: which attempts had them, and posting them again. */

import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { EventAttemptRow } from '../../../platform/database/schema/email-deliveries.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { listAttemptsSince, type SequenceRange } from '../store/attempts.ts';
import {
  enqueueEvents,
  listEnabledWebhooks,
  listMessageEvents,
  type MessageEventRow,
} from '../store/events.ts';
import { makeQueueDue } from '../store/queue.ts';

/** An attempt, and which of the message's events it had, by their `sg_event_id`. */
export type EventPost = { attempt: EventAttemptRow; events: string[] };

/** Events of a message, and attempts after each of them, that are looked at: links may be followed all day. */
const maxEvents = 50;
const maxAttempts = 50;

/** The attempts that had events of the message, oldest first, at one webhook, or at all that are still enabled. */
export async function findPostsOf(
  ctx: ServiceContext,
  owner: Owner,
  events: readonly MessageEventRow[],
  only?: string,
): Promise<EventPost[]> {
  const found = new Map<string, EventPost>();
  const webhooks =
    only === undefined
      ? (await listEnabledWebhooks(ctx.database.replica, owner)).map(({ id }) => id)
      : [only];
  for (const webhook of webhooks) {
    let attempts: EventAttemptRow[] = [];
    let from = -1;
    for (const { seq, id, created_at } of events.slice(0, maxEvents)) {
      if (created_at > from && (from < 0 || attempts.length === maxAttempts)) {
        attempts = await listAttemptsSince(ctx.database.replica, {
          webhook,
          since: created_at,
          limit: maxAttempts,
        });
        from = created_at;
      }
      for (const attempt of attempts) {
        const runs = JSON.parse(attempt.runs) as SequenceRange[];
        if (!runs.some(([first, last]) => first <= seq && seq <= last)) continue;
        const post = found.get(attempt.id) ?? { attempt, events: [] };
        post.events.push(id);
        found.set(attempt.id, post);
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.attempt.id < b.attempt.id ? -1 : 1));
}

/**
 * Enqueues the events of a message for the webhooks that are subscribed to their kinds.
 * @throws Refusal when no webhook is
 */
export async function postEventsAgain(ctx: ServiceContext, owner: Owner, message: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    const events = await listMessageEvents(tx, owner, message);
    const webhooks = await listEnabledWebhooks(tx, owner);
    const queued = webhooks.flatMap(({ id, kinds }) => {
      const subscribed = JSON.parse(kinds) as WebhookKind[];
      return events
        .filter(({ kind }) => subscribed.includes(kind))
        .map(({ seq, shard }) => ({ webhook: id, event: seq, shard, queued_at: now }));
    });
    if (queued.length === 0)
      throw new Refusal('conflict', 'No webhook is subscribed to the events of this email');
    for (const webhook of new Set(queued.map((each) => each.webhook))) await makeQueueDue(tx, webhook);
    await enqueueEvents(tx, queued);
  });
  ctx.wake('events');
}
