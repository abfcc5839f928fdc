/** Delivery of email events: the queue of each event webhook, and a row for each post of it. */

import { reasonNotToAct } from '../../../accounts/acting-later-service.ts';
import { serverActor } from '../../../platform/audit/event.ts';
import { appendServerEvent } from '../../../platform/audit/recording.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import type { EventAttemptRow, EventQueueRow } from '../../../platform/database/schema/email-deliveries.ts';
import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { type KeyedPoller, startKeyedPoller } from '../../../platform/jobs/keyed-poller.ts';
import {
  deliverQueue,
  flushAfterMs,
  type Posted,
  type Progress,
  type WebhookQueue,
} from '../../../platform/outbound/webhook-delivery.ts';
import { idleIntervalMs } from '../../../platform/poll-interval.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { permissionsToPost } from '../../access/service.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import {
  clearQueuePiece,
  dequeueEvents,
  findDueQueues,
  findWebhook,
  leaseQueue,
  releaseQueueLeases,
  updateLeasedQueue,
} from '../store/queue.ts';
import { type EventBatch, readBatch } from './batch.ts';
import { maxPostMs, notPosted, type PostResult, postEvents } from './post.ts';

type Batch = Omit<EventBatch, 'body' | 'more'>;
type Result = PostResult & { target: EventWebhookRow };

const leaseMs = maxPostMs + flushAfterMs + 15_000;
/** After so many failures in a row, some ten minutes, the audit log has an event, which sinks take. */
const failuresToTell = 10;
/** How long a receiver may fail before its webhook is paused: nothing is posted then, and its events wait. */
const pauseAfterMs = 3 * 86_400_000;

/** Gives the time of the next attempt, in epoch milliseconds, where one failed. */
async function deliverEvents(
  ctx: ServiceContext,
  tools: JobTools,
  webhook: string,
  stopped: () => boolean,
): Promise<number | null> {
  const now = ctx.clock.now();
  const leaseUntil = now + leaseMs;
  const leased = await ctx.database.write((tx) => leaseQueue(tx, { webhook, now, leaseUntil }));
  if (leased === undefined) return null;
  const queue = await deliverQueue(ctx, eventQueue(ctx, tools, webhook), leased, stopped);
  return queue !== undefined && queue.due_at > now ? queue.due_at : null;
}

function eventQueue(
  ctx: ServiceContext,
  tools: JobTools,
  webhook: string,
): WebhookQueue<EventQueueRow, Batch, Result> {
  const { database } = ctx;
  return {
    leaseMs,
    batchesPerCommit: 24,
    retry: { firstMs: 1_000, maxMs: 30 * 60_000, windowMs: pauseAfterMs },
    failuresOf: (queue) => queue,
    async read(_, after) {
      const { body, more, ...batch } = await readBatch(ctx, webhook, after?.last ?? 0);
      return { batch, body: batch.events > 0 ? body : null, more };
    },
    async post(_, body) {
      const target = await findWebhook(database.read, webhook);
      if (target?.enabled === 1) {
        const reason = await reasonNotToAct(ctx, target, permissionsToPost);
        const result = reason === null ? await postEvents(ctx, tools, target, body) : notPosted(reason);
        return { ...result, target };
      }
      while (await database.write((tx) => clearQueuePiece(tx, webhook)));
      return null;
    },
    save: ({ lease_until: held }, progress) =>
      database
        .write(async (tx) => {
          const updated = await updateLeasedQueue(tx, { webhook, held }, changeOf(progress));
          if (updated !== undefined) await saveAttempts(ctx, tx, progress);
          return updated;
        })
        .finally(() => {
          if (progress.failure !== null && newsOf(progress.failure) !== null) ctx.wake('audit');
        }),
  };
}

function changeOf({ lease_until, accepted, failure }: Progress<Batch, Result>): Partial<EventQueueRow> {
  if (failure !== null) {
    const { failures, failing_since, due_at, isOver, at } = failure;
    return { lease_until, failures, failing_since, due_at, paused_at: isOver ? at : null };
  }
  return { lease_until, ...(accepted.length > 0 && { failures: 0, failing_since: null }) };
}

type Failure = NonNullable<Progress<Batch, Result>['failure']>;

/** What the audit log has of a failure; null for most of them. */
function newsOf({ isOver, failures }: Pick<Failure, 'isOver' | 'failures'>) {
  if (isOver) return 'EventWebhookPaused';
  return failures === failuresToTell ? 'EventWebhookFailing' : null;
}

/** Removes accepted events from the queue; stores each post as an attempt. */
async function saveAttempts(
  ctx: ServiceContext,
  tx: Queries,
  { accepted, failure }: Progress<Batch, Result>,
): Promise<void> {
  for (const posted of accepted) {
    await dequeueEvents(tx, posted.result.target.id, posted.batch.runs);
    await insertEventAttempt(tx, attemptRow(ctx, posted, { next_at: null, given_up: 0 }));
  }
  if (failure === null) return;
  const { result, due_at, isOver } = failure;
  await insertEventAttempt(tx, attemptRow(ctx, failure, { next_at: isOver ? null : due_at, given_up: 0 }));
  const operation = newsOf(failure);
  if (operation === null) return;
  const { id: sid, account, friendly_name: name, url } = result.target;
  await appendServerEvent(ctx, tx, {
    ...{ operation, account, actor: serverActor },
    object: { kind: 'email_webhook', sid, name: name ?? url },
    changes: [{ field: 'Problem', before: null, after: result.problem }],
  });
}

function attemptRow(
  ctx: ServiceContext,
  { batch, result: { target, ...result }, at }: Posted<Batch, Result>,
  outcome: Pick<EventAttemptRow, 'next_at' | 'given_up'>,
): Omit<EventAttemptRow, 'shard'> {
  return {
    id: ctx.ids.sid('ED'),
    webhook: target.id,
    account: target.account,
    region: target.region,
    runs: JSON.stringify(batch.runs),
    events: batch.events,
    kinds: JSON.stringify(batch.kinds),
    ...result,
    ...outcome,
    is_test: 0,
    made_at: at,
  };
}

/** Dispatches the delivery queues of all event webhooks. Failing webhooks have a pool of their own (bulkhead), so that they do not delay the others. */
export function startEventDelivery(ctx: ServiceContext, tools: JobTools): KeyedPoller {
  const { database, clock } = ctx;
  const released = database.dialect === 'sqlite' ? database.write(releaseQueueLeases) : Promise.resolve();
  const pollers = [false, true].map((failing) =>
    startKeyedPoller(ctx, {
      name: failing ? 'event webhooks that fail' : 'event webhooks',
      work: 'events',
      dueKeys: async (limit) => ({
        keys: await findDueQueues(database.read, { now: clock.now(), limit, failing }),
        delayMs: idleIntervalMs(database),
      }),
      process: (webhook, stopped) => deliverEvents(ctx, tools, webhook, stopped),
      prepare: () => released,
    }),
  );
  return {
    async stop() {
      await Promise.all(pollers.map((each) => each.stop()));
    },
  };
}
