/** Notes which posts of events were taken, while the next ones are under way. */

import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import type { EventLaneRow } from '../../../platform/database/schema/email-deliveries.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { insertEventAttempt } from '../store/attempts.ts';
import { dequeueEvents, updateLeasedQueue } from '../store/queue.ts';
import type { EventBatch } from './batch.ts';
import { maxPostMs, type PostResult } from './post.ts';

/** So many posts that were taken are noted in one commit, or all those of this time: a commit costs more than a post. */
const batchesPerCommit = 24;
const flushAfterMs = 1_000;
/** Posting waits when so many are not noted: who comes after a crash makes them again. */
const maxPending = 2 * batchesPerCommit;
export const leaseMs = maxPostMs + flushAfterMs + 15_000;

/** A post that was made, whatever became of it. */
export type PostedBatch = {
  to: EventWebhookRow;
  batch: Omit<EventBatch, 'body'>;
  posted: PostResult;
  at: number;
};

export type AttemptOutcome = { next_at: number | null; given_up: number };

/** The notes of one holder of a lane. */
export class Acknowledgements {
  readonly #host: ServiceContext;
  /** Undefined when the lease was lost: somebody else posts the same events again. */
  #lane: EventLaneRow | undefined;
  #taken: PostedBatch[] = [];
  /** Never rejects. */
  #noting: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(ctx: ServiceContext, lane: EventLaneRow) {
    this.#host = ctx;
    this.#lane = lane;
  }

  /** To be noted with others, the next time. */
  add(made: PostedBatch): void {
    this.#taken.push(made);
  }

  /** Begins to note what was taken if it is time to; false when the lane is somebody else's. @throws as the database */
  async keep(): Promise<boolean> {
    if (this.#taken.length >= maxPending) await this.#noting;
    if (this.#noting === null && this.#isTime()) this.#begin();
    if (this.#failure !== null) throw this.#failure;
    return this.#lane !== undefined;
  }

  /** Waits for what is being noted; gives the lane, while it is ours, and what was taken and is not noted. */
  async settled(): Promise<{ lane: EventLaneRow | undefined; taken: readonly PostedBatch[] }> {
    await this.#noting;
    return { lane: this.#lane, taken: this.#taken };
  }

  /** Notes the rest and lets go of the lane. */
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

/** What these posts held waits no longer; each is kept as an attempt. */
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
