/** Group commit of accepted posts: acknowledges batches together, while the next ones are being posted. */

import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import type { EventQueueRow } from '../../../platform/database/schema/email-deliveries.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import { dequeueEvents, updateLeasedQueue } from '../store/queue.ts';
import type { EventBatch } from './batch.ts';
import { maxPostMs, type PostResult } from './post.ts';

/** A commit is made after this many accepted posts or this time, as it costs more than a post. */
const batchesPerCommit = 24;
const flushAfterMs = 1_000;
/** Backpressure: posting waits at this many unacknowledged posts, which a crash would repeat. */
const maxPending = 2 * batchesPerCommit;
export const leaseMs = maxPostMs + flushAfterMs + 15_000;

/** A batch that was posted, with the result. */
export type PostedBatch = {
  target: EventWebhookRow;
  batch: Omit<EventBatch, 'body'>;
  result: PostResult;
  at: number;
};

export type AttemptOutcome = { next_at: number | null; given_up: number };

/** The acknowledgements of one lease holder. */
export class Acknowledgements {
  readonly #ctx: ServiceContext;
  /** Undefined when the lease was lost: another process then posts the same events again. */
  #queue: EventQueueRow | undefined;
  #accepted: PostedBatch[] = [];
  /** Never rejects. */
  #commit: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(ctx: ServiceContext, queue: EventQueueRow) {
    this.#ctx = ctx;
    this.#queue = queue;
  }

  /** Adds an accepted batch to the next commit. */
  add(posted: PostedBatch): void {
    this.#accepted.push(posted);
  }

  /** Starts a commit if one is due; false when the lease was lost. @throws what an earlier commit threw */
  async flushIfDue(): Promise<boolean> {
    if (this.#accepted.length >= maxPending) await this.#commit;
    if (this.#commit === null && this.#isDue()) this.#flush();
    if (this.#failure !== null) throw this.#failure;
    return this.#queue !== undefined;
  }

  /** Waits for the running commit; returns the queue while the lease is held, and what is not acknowledged yet. */
  async drain(): Promise<{ queue: EventQueueRow | undefined; accepted: readonly PostedBatch[] }> {
    await this.#commit;
    return { queue: this.#queue, accepted: this.#accepted };
  }

  /** Acknowledges the rest and releases the lease. */
  async close(): Promise<void> {
    const { queue, accepted } = await this.drain();
    if (queue !== undefined) await this.#save(queue, accepted, 0);
  }

  #isDue(): boolean {
    const [first] = this.#accepted;
    if (first === undefined) return false;
    return this.#accepted.length >= batchesPerCommit || this.#ctx.clock.now() - first.at >= flushAfterMs;
  }

  #flush(): void {
    const queue = this.#queue;
    if (queue === undefined) return;
    const accepted = this.#accepted;
    this.#accepted = [];
    this.#commit = this.#save(queue, accepted, this.#ctx.clock.now() + leaseMs)
      .then(
        (updated) => {
          this.#queue = updated;
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#commit = null;
      });
  }

  #save(
    queue: EventQueueRow,
    accepted: readonly PostedBatch[],
    lease_until: number,
  ): Promise<EventQueueRow | undefined> {
    const { webhook, lease_until: held } = queue;
    const healthy = { failures: 0, failing_since: null };
    const change = { lease_until, ...(accepted.length > 0 && healthy) };
    return this.#ctx.database.write(async (tx) => {
      const updated = await updateLeasedQueue(tx, { webhook, held }, change);
      if (updated !== undefined) await saveAcknowledged(this.#ctx, tx, accepted);
      return updated;
    });
  }
}

/** Removes the events of these batches from the queue, and stores each batch as an attempt. */
export async function saveAcknowledged(
  ctx: ServiceContext,
  tx: Queries,
  accepted: readonly PostedBatch[],
): Promise<void> {
  for (const posted of accepted) {
    await dequeueEvents(tx, posted.target.id, posted.batch.runs);
    await insertEventAttempt(tx, attemptRow(ctx, posted, { next_at: null, given_up: 0 }));
  }
}

export function attemptRow(
  ctx: ServiceContext,
  { target, batch, result, at }: PostedBatch,
  outcome: AttemptOutcome,
) {
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
