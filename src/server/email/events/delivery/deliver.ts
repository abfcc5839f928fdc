/**
 * Posts the queued events of one webhook in order, under a lease. Accepted events are removed from the queue shortly
 * afterwards (at-least-once delivery): after a crash in between, the next process posts them again.
 */

import { backoff } from '../../../platform/jobs/backoff.ts';
import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import { clearQueue, findWebhook, leaseQueue, updateLeasedQueue } from '../store/queue.ts';
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

/** Resolves when the queue is empty, an attempt failed, or `stopped` returns true. */
export async function deliverEvents(
  ctx: ServiceContext,
  tools: JobTools,
  webhook: string,
  stopped: () => boolean,
): Promise<void> {
  const now = ctx.clock.now();
  const leaseUntil = now + leaseMs;
  const lane = await ctx.database.write((tx) => leaseQueue(tx, { webhook, now, leaseUntil }));
  if (lane === undefined) return;
  const notes = new Acknowledgements(ctx, lane);
  try {
    await postBatches(ctx, tools, { webhook, notes, stopped });
  } finally {
    await notes.settled();
  }
}

type Delivery = { webhook: string; notes: Acknowledgements; stopped: () => boolean };

async function postBatches(
  ctx: ServiceContext,
  tools: JobTools,
  { webhook, notes, stopped }: Delivery,
): Promise<void> {
  let batch = await readBatch(ctx, webhook, 0);
  while (batch.events > 0 && !stopped()) {
    const to = await findWebhook(ctx.database.read, webhook);
    if (to === undefined) return;
    if (to.enabled === 0) {
      await ctx.database.write((tx) => clearQueue(tx, webhook, null));
      break;
    }
    const { body, ...rest } = batch;
    // Pipelined: while the receiver reads, earlier batches are acknowledged and the next one is read.
    const [posted, isOurs, next] = await Promise.all([
      postEvents(ctx, tools, to, body),
      notes.keep(),
      rest.more ? readBatch(ctx, webhook, rest.last) : emptyBatch,
    ]);
    if (!isOurs) return;
    const made = { to, batch: rest, posted, at: ctx.clock.now() };
    if (posted.problem !== null) return recordFailure(ctx, notes, made);
    notes.add(made);
    batch = next;
  }
  await notes.end();
}

async function recordFailure(ctx: ServiceContext, notes: Acknowledgements, made: PostedBatch): Promise<void> {
  const { lane, taken } = await notes.settled();
  if (lane === undefined) return;
  const { webhook, lease_until: held } = lane;
  const before = taken.length > 0 ? { failures: 0, failing_since: null } : lane;
  const failures = before.failures + 1;
  const failing_since = before.failing_since ?? made.at;
  const due_at = backoff(made.at, failures, firstDelayMs, maxDelayMs);
  await ctx.database.write(async (tx) => {
    const change = { lease_until: 0, failures, failing_since, due_at };
    if ((await updateLeasedQueue(tx, { webhook, held }, change)) === undefined) return;
    await saveAcknowledged(ctx, tx, taken);
    const isOver = made.at - failing_since >= giveUpAfterMs;
    const given_up = isOver ? await clearQueue(tx, webhook, made.at - giveUpAfterMs) : 0;
    const next_at = given_up < made.batch.events ? due_at : null;
    await insertEventAttempt(tx, attemptRow(ctx, made, { next_at, given_up }));
  });
}
