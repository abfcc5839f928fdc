/** Group commit of accepted posts: acknowledges batches together, while the next ones are being posted. */

import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import type { EventLaneRow } from '../../../platform/database/schema/email-deliveries.ts';
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
  to: EventWebhookRow;
  batch: Omit<EventBatch, 'body'>;
  posted: PostResult;
  at: number;
};

export type AttemptOutcome = { next_at: number | null; given_up: number };

/** The acknowledgements of one lease holder. */
export class Acknowledgements {
  readonly #host: ServiceContext;
  /** Undefined when the lease was lost: another process then posts the same events again. */
  #lane: EventLaneRow | undefined;
  #taken: PostedBatch[] = [];
  /** Never rejects. */
  #noting: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(ctx: ServiceContext, lane: EventLaneRow) {
    this.#host = ctx;
    this.#lane = lane;
  }

  /** Adds an accepted batch to the next commit. */
  add(made: PostedBatch): void {
    this.#taken.push(made);
  }

  /** Starts a commit if one is due; false when the lease was lost. @throws what an earlier commit threw */
  async keep(): Promise<boolean> {
    if (this.#taken.length >= maxPending) await this.#noting;
    if (this.#noting === null && this.#isTime()) this.#begin();
    if (this.#failure !== null) throw this.#failure;
    return this.#lane !== undefined;
  }

  /** Waits for the running commit; returns the queue while the lease is held, and what is not acknowledged yet. */
  async settled(): Promise<{ lane: EventLaneRow | undefined; taken: readonly PostedBatch[] }> {
    await this.#noting;
    return { lane: this.#lane, taken: this.#taken };
  }

  /** Acknowledges the rest and releases the lease. */
  async end(): Promise<void> {
    const { lane, taken } = await this.settled();
    if (lane !== undefined) await this.#note(lane, taken, 0);
  }

  #isTime(): boolean {
    const [first] = this.#taken;
    if (first === undefined) return false;
    return this.#taken.length >= batchesPerCommit || this.#host.clock.now() - first.at >= flushAfterMs;
  }

  #begin(): void {
    const lane = this.#lane;
    if (lane === undefined) return;
    const taken = this.#taken;
    this.#taken = [];
    this.#noting = this.#note(lane, taken, this.#host.clock.now() + leaseMs)
      .then(
        (after) => {
          this.#lane = after;
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#noting = null;
      });
  }

  #note(
    lane: EventLaneRow,
    taken: readonly PostedBatch[],
    lease_until: number,
  ): Promise<EventLaneRow | undefined> {
    const { webhook, lease_until: held } = lane;
    const works = { failures: 0, failing_since: null };
    const change = { lease_until, ...(taken.length > 0 && works) };
    return this.#host.database.write(async (tx) => {
      const after = await updateLeasedQueue(tx, { webhook, held }, change);
      if (after !== undefined) await saveAcknowledged(this.#host, tx, taken);
      return after;
    });
  }
}

/** Removes the events of these batches from the queue, and stores each batch as an attempt. */
export async function saveAcknowledged(
  ctx: ServiceContext,
  tx: Queries,
  taken: readonly PostedBatch[],
): Promise<void> {
  for (const made of taken) {
    await dequeueEvents(tx, made.to.id, made.batch.runs);
    await insertEventAttempt(tx, attemptRow(ctx, made, { next_at: null, given_up: 0 }));
  }
}

export function attemptRow(
  ctx: ServiceContext,
  { to, batch, posted, at }: PostedBatch,
  fate: AttemptOutcome,
) {
  return {
    id: ctx.ids.sid('ED'),
    webhook: to.id,
    account: to.account,
    region: to.region,
    runs: JSON.stringify(batch.runs),
    events: batch.events,
    kinds: JSON.stringify(batch.kinds),
    ...posted,
    ...fate,
    is_test: 0,
    made_at: at,
  };
}
