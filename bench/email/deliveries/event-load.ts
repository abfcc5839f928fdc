/** Records and queues the events of the benchmark with the product's own code. */

import { readBatch } from '#server/email/events/delivery/batch.ts';
import { recordEvents } from '#server/email/events/service/record.ts';
import {
  type EventSelection,
  endOfNextBatch,
  enqueueSelection,
} from '#server/email/events/store/attempts.ts';
import { clearQueuePiece } from '#server/email/events/store/queue.ts';
import type { ServiceContext } from '#server/platform/service-context.ts';

export type Owner = { account: string; region: 'global' };

const queueBatchSize = 10_000;

/** Records new events, `perTransaction` in each transaction, queued for the webhooks of the owner. */
export async function record(
  ctx: ServiceContext,
  owner: Owner,
  count: number,
  perTransaction: number,
): Promise<void> {
  for (let done = 0; done < count; done += perTransaction) {
    const now = ctx.clock.now();
    const events = Array.from({ length: perTransaction }, () => newEvent(ctx.ids.token()));
    await ctx.database.write((tx) => recordEvents(tx, { ...owner, now }, events));
    ctx.wake('events');
  }
}

/** Queues exactly the first `count` recorded events for the webhook again, as a recovery does. */
export async function requeue(
  ctx: ServiceContext,
  owner: Owner,
  webhook: string,
  count: number,
): Promise<void> {
  const { database, clock } = ctx;
  await clearBacklog(ctx, webhook);
  let after: EventSelection['after'] = null;
  for (let queued = 0; queued < count; queued += queueBatchSize) {
    const selection: EventSelection = { ...owner, since: 0, kinds: ['delivered'], after };
    const limit = Math.min(queueBatchSize, count - queued);
    const last = await endOfNextBatch(database.read, selection, limit);
    if (last === null) throw new Error('Fewer events are kept than are to be queued.');
    await database.write((tx) => enqueueSelection(tx, selection, { webhook, last, now: clock.now() }));
    after = last;
  }
}

/** Empties the queue of the webhook. */
export async function clearBacklog(ctx: ServiceContext, webhook: string): Promise<void> {
  while (await ctx.database.write((tx) => clearQueuePiece(tx, webhook)));
}

/** The bodies of the posts that would deliver the whole queue. */
export async function readBodies(ctx: ServiceContext, webhook: string): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (let after = 0; ; ) {
    const { events, body, last, more } = await readBatch(ctx, webhook, after);
    if (events > 0) all.push(body);
    if (!more) return all;
    after = last;
  }
}

function newEvent(message: string) {
  return {
    cause: `${message}.delivered`,
    kind: 'delivered' as const,
    message,
    fields: {
      email: `${message.slice(0, 8)}@example.com`,
      'smtp-id': `<${message}@mail.example.com>`,
      category: ['receipts', 'shop'],
      order: message.slice(0, 12),
      response: '250 2.0.0 OK: queued',
      ip: '203.0.113.9',
      tls: 1,
    },
  };
}
