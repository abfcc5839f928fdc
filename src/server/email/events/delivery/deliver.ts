/**
 * Posts the queued events of one webhook in order, under a lease. Accepted events are removed from the queue shortly
 * afterwards (at-least-once delivery): after a crash in between, the next process posts them again.
 */

import { backoff } from '../../../platform/jobs/backoff.ts';
import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { type KeyedPoller, startKeyedPoller } from '../../../platform/jobs/keyed-poller.ts';
import { idleIntervalMs } from '../../../platform/poll-interval.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import {
  clearQueue,
  findDueQueues,
  findWebhook,
  leaseQueue,
  releaseQueueLeases,
  updateLeasedQueue,
} from '../store/queue.ts';
import {
  Acknowledgements,
  attemptRow,
  leaseMs,
  type PostedBatch,
  saveAcknowledged,
} from './acknowledgements.ts';
import { emptyBatch, readBatch } from './batch.ts';
import { postEvents } from './post.ts';

const firstDelayMs = 1_000;
const maxDelayMs = 30 * 60_000;
/** How long a receiver may fail before queued events are dropped. */
const giveUpAfterMs = 24 * 3_600_000;

/**
 * Resolves when the queue is empty, an attempt failed, or `stopped` returns true; with the time of the next attempt, in
 * epoch milliseconds, where one failed.
 */
export async function deliverEvents(
  ctx: ServiceContext,
  tools: JobTools,
  webhook: string,
  stopped: () => boolean,
): Promise<number | null> {
  const now = ctx.clock.now();
  const leaseUntil = now + leaseMs;
  const queue = await ctx.database.write((tx) => leaseQueue(tx, { webhook, now, leaseUntil }));
  if (queue === undefined) return null;
  const acknowledgements = new Acknowledgements(ctx, queue);
  try {
    return await postBatches(ctx, tools, { webhook, acknowledgements, stopped });
  } finally {
    await acknowledgements.drain();
  }
}

type Delivery = { webhook: string; acknowledgements: Acknowledgements; stopped: () => boolean };

async function postBatches(
  ctx: ServiceContext,
  tools: JobTools,
  { webhook, acknowledgements, stopped }: Delivery,
): Promise<number | null> {
  let batch = await readBatch(ctx, webhook, 0);
  while (batch.events > 0 && !stopped()) {
    const target = await findWebhook(ctx.database.read, webhook);
    if (target === undefined) return null;
    if (target.enabled === 0) {
      await ctx.database.write((tx) => clearQueue(tx, webhook, null));
      break;
    }
    const { body, ...rest } = batch;
    // Pipelined: while the receiver reads, earlier batches are acknowledged and the next one is read.
    const [result, hasLease, next] = await Promise.all([
      postEvents(ctx, tools, target, body),
      acknowledgements.flushIfDue(),
      rest.more ? readBatch(ctx, webhook, rest.last) : emptyBatch,
    ]);
    if (!hasLease) return null;
    const posted = { target, batch: rest, result, at: ctx.clock.now() };
    if (result.problem !== null) return recordFailure(ctx, acknowledgements, posted);
    acknowledgements.add(posted);
    batch = next;
  }
  await acknowledgements.close();
  return null;
}

async function recordFailure(
  ctx: ServiceContext,
  acknowledgements: Acknowledgements,
  posted: PostedBatch,
): Promise<number | null> {
  const { queue, accepted } = await acknowledgements.drain();
  if (queue === undefined) return null;
  const { webhook, lease_until: held } = queue;
  const before = accepted.length > 0 ? { failures: 0, failing_since: null } : queue;
  const failures = before.failures + 1;
  const failing_since = before.failing_since ?? posted.at;
  const due_at = backoff(ctx.random, {
    ...{ now: posted.at, attempts: failures },
    ...{ firstMs: firstDelayMs, maxMs: maxDelayMs },
  });
  await ctx.database.write(async (tx) => {
    const change = { lease_until: 0, failures, failing_since, due_at };
    if ((await updateLeasedQueue(tx, { webhook, held }, change)) === undefined) return;
    await saveAcknowledged(ctx, tx, accepted);
    const hasExpired = posted.at - failing_since >= giveUpAfterMs;
    const given_up = hasExpired ? await clearQueue(tx, webhook, posted.at - giveUpAfterMs) : 0;
    const next_at = given_up < posted.batch.events ? due_at : null;
    await insertEventAttempt(tx, attemptRow(ctx, posted, { next_at, given_up }));
  });
  return due_at;
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
