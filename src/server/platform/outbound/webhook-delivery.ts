/**
 * Posts what is queued for one webhook in order, under a lease. Accepted batches are acknowledged shortly afterwards
 * (at-least-once delivery): after a crash in between, the next holder of the lease posts them again.
 */

import { backoff } from '../jobs/retry-backoff.ts';
import type { ServiceContext } from '../service-context.ts';

/** What one post may hold; `body` is null where nothing of it is to be posted. `more`: there may be another after it. */
export type NextBatch<Batch> = { batch: Batch; body: Uint8Array | null; more: boolean };

/** A batch that was posted, with the result; its `problem` is null when it was accepted. */
export type Posted<Batch, Result> = { batch: Batch; result: Result; at: number };

/** What has happened since the queue was last saved. */
export type Progress<Batch, Result> = {
  /** 0 ends the lease. */
  lease_until: number;
  /** In order. */
  accepted: readonly Posted<Batch, Result>[];
  /** The last batch that is behind the lease's holder, posted or not. */
  last: Batch | null;
  /** The post that failed, with how often one did since when; `isOver` at the end of the retry window. */
  failure: (Posted<Batch, Result> & Failures & { due_at: number; isOver: boolean }) | null;
  /** The lease ends before everything is posted. */
  isStopped: boolean;
};

export type Failures = { failures: number; failing_since: number | null };

/** One kind of webhook: where its queue is stored, and how it is posted. `Lease` is the leased row. */
export type WebhookQueue<
  Lease extends { lease_until: number },
  Batch,
  Result extends { problem: string | null },
> = {
  /** More than a post takes at most, `flushAfterMs` and a commit together. */
  leaseMs: number;
  /** A commit is made after so many batches, or `flushAfterMs`. Up to twice as many are posted again after a crash. */
  batchesPerCommit: number;
  /** The delay after the first failure, the longest one, and for how long a post is tried. */
  retry: { firstMs: number; maxMs: number; windowMs: number };
  failuresOf(lease: Lease): Failures;
  /** The first batch, or the one after another. */
  read(lease: Lease, after: Batch | null): Promise<NextBatch<Batch>>;
  /** Never rejects; null when the webhook takes nothing any more. */
  post(lease: Lease, body: Uint8Array): Promise<Result | null>;
  /** Saves the progress of the holder in one transaction; undefined when the lease was lost. */
  save(lease: Lease, progress: Progress<Batch, Result>): Promise<Lease | undefined>;
};

export const flushAfterMs = 1_000;

/**
 * Resolves when everything is posted, an attempt failed, or `stopped` returns true; with the row as it then is, undefined
 * when the lease was lost.
 */
export async function deliverQueue<
  Lease extends { lease_until: number },
  Batch,
  Result extends { problem: string | null },
>(
  ctx: ServiceContext,
  queue: WebhookQueue<Lease, Batch, Result>,
  leased: Lease,
  stopped: () => boolean,
): Promise<Lease | undefined> {
  const acknowledgements = new Acknowledgements(ctx, queue, leased);
  try {
    let next: NextBatch<Batch> | null = await queue.read(leased, null);
    while (next !== null && !stopped()) {
      const { batch, body, more }: NextBatch<Batch> = next;
      const { lease } = acknowledgements;
      if (lease === undefined) return undefined;
      // Pipelined: while the receiver reads, earlier batches are acknowledged and the next one is read.
      const posting = body === null ? null : queue.post(lease, body);
      const reading: Promise<NextBatch<Batch>> | null = more ? queue.read(lease, batch) : null;
      const [result] = await Promise.all([posting, acknowledgements.flushIfDue(), reading]);
      const at = ctx.clock.now();
      if (body !== null && result === null) break;
      if (result !== null && result.problem !== null) {
        return await acknowledgements.fail({ batch, result, at });
      }
      acknowledgements.add({ batch, result, at });
      next = await reading;
    }
    return await acknowledgements.close(next !== null && stopped());
  } finally {
    await acknowledgements.settle();
  }
}

/** Group commit of accepted posts: acknowledges batches together, while the next ones are being posted. */
class Acknowledgements<
  Lease extends { lease_until: number },
  Batch,
  Result extends { problem: string | null },
> {
  readonly #ctx: ServiceContext;
  readonly #queue: WebhookQueue<Lease, Batch, Result>;
  /** Undefined when the lease was lost: another process then posts the same batches again. */
  #lease: Lease | undefined;
  #pending: Posted<Batch, Result | null>[] = [];
  /** Never rejects. */
  #commit: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(ctx: ServiceContext, queue: WebhookQueue<Lease, Batch, Result>, lease: Lease) {
    this.#ctx = ctx;
    this.#queue = queue;
    this.#lease = lease;
  }

  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Adds a batch to the next commit. */
  add(batch: Posted<Batch, Result | null>): void {
    this.#pending.push(batch);
  }

  /** Starts a commit if one is due. @throws what an earlier commit threw */
  async flushIfDue(): Promise<void> {
    // Backpressure: a crash would repeat everything that is pending.
    if (this.#pending.length >= 2 * this.#queue.batchesPerCommit) await this.#commit;
    if (this.#commit === null && this.#isDue()) this.#flush();
    if (this.#failure !== null) throw this.#failure;
  }

  /** Waits for the running commit. */
  async settle(): Promise<void> {
    await this.#commit;
  }

  /** Acknowledges the rest and ends the lease. */
  async close(isStopped: boolean): Promise<Lease | undefined> {
    await this.settle();
    return this.#save(this.#take(), 0, { isStopped });
  }

  /** As `close`, with a post that failed after all others. */
  async fail(posted: Posted<Batch, Result>): Promise<Lease | undefined> {
    await this.settle();
    if (this.#lease === undefined) return undefined;
    const { retry, failuresOf } = this.#queue;
    const pending = this.#take();
    const before = pending.some(isPosted) ? null : failuresOf(this.#lease);
    const failures = (before?.failures ?? 0) + 1;
    const failing_since = before?.failing_since ?? posted.at;
    const due_at = backoff(this.#ctx.random, { now: posted.at, attempts: failures, ...retry });
    const isOver = posted.at - failing_since >= retry.windowMs;
    return this.#save(pending, 0, { failure: { ...posted, failures, failing_since, due_at, isOver } });
  }

  #isDue(): boolean {
    const [first] = this.#pending;
    if (first === undefined) return false;
    const isFull = this.#pending.length >= this.#queue.batchesPerCommit;
    return isFull || this.#ctx.clock.now() - first.at >= flushAfterMs;
  }

  #flush(): void {
    this.#commit = this.#save(this.#take(), this.#ctx.clock.now() + this.#queue.leaseMs)
      .then(
        (updated) => {
          this.#lease = updated;
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#commit = null;
      });
  }

  #take(): Posted<Batch, Result | null>[] {
    return this.#pending.splice(0);
  }

  async #save(
    pending: readonly Posted<Batch, Result | null>[],
    lease_until: number,
    end: Partial<Pick<Progress<Batch, Result>, 'failure' | 'isStopped'>> = {},
  ): Promise<Lease | undefined> {
    if (this.#lease === undefined) return undefined;
    const last = pending.at(-1)?.batch ?? null;
    const accepted = pending.filter(isPosted<Batch, Result>);
    return this.#queue.save(this.#lease, {
      ...{ lease_until, accepted, last, failure: null, isStopped: false },
      ...end,
    });
  }
}

function isPosted<Batch, Result>(each: Posted<Batch, Result | null>): each is Posted<Batch, Result> {
  return each.result !== null;
}
