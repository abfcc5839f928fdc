/**
 * Fixed-window rate limiter shared by all processes, which together never admit more than the limit: a counter in the database.
 * A process leases a block of a window from it at a time and gives that out from memory, so the counter is written once
 * for each block. What is left of a block when its window ends was not used.
 */

/** Adds `size` to the counter of the window, which may stop at `limit`; returns what it would be without that. */
export type CountBlock = (block: { startedAt: number; size: number; limit: number }) => Promise<number>;

/** What this process has of one window of each key. Windows begin at multiples of `windowMs`, in epoch milliseconds. */
export class SharedRateLimiter {
  readonly #windowMs: number;
  readonly #shares = new Map<string, WindowShare>();
  #startedAt = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Of the present window, for a `now` before it, too: what is left of earlier ones cannot be used any more. */
  shareOf(key: string, now: number): WindowShare {
    const startedAt = Math.floor(now / this.#windowMs) * this.#windowMs;
    if (startedAt > this.#startedAt) {
      this.#startedAt = startedAt;
      this.#shares.clear();
    }
    const share = this.#shares.get(key) ?? new WindowShare(this.#startedAt);
    this.#shares.set(key, share);
    return share;
  }
}

/** One key's share of a window in this process. */
export class WindowShare {
  readonly startedAt: number;
  /** Leased by all processes, as far as this one knows. */
  #consumed = 0;
  /** Leased by this process and not used yet. */
  #left = 0;
  #leasing: Promise<void> | null = null;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  /** From memory: false when nothing is left of what is leased. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  giveBack(): void {
    this.#left += 1;
  }

  /** Takes from another block where it has to; those who ask at the same time share it. False when the limit is reached. */
  async takeOrLease(
    limit: number,
    blockSize: (consumed: number) => number,
    countBlock: CountBlock,
  ): Promise<boolean> {
    while (this.#left === 0 && this.#consumed < limit) {
      this.#leasing ??= this.#lease(limit, blockSize(this.#consumed), countBlock).finally(() => {
        this.#leasing = null;
      });
      await this.#leasing;
    }
    return this.take();
  }

  /** What is left for all processes, as far as this one knows. */
  remainingOf(limit: number): number {
    return Math.max(0, limit - this.#consumed) + this.#left;
  }

  async #lease(limit: number, size: number, countBlock: CountBlock): Promise<void> {
    const consumed = await countBlock({ startedAt: this.startedAt, size, limit });
    // The last block may be beyond the limit in part.
    this.#left += Math.max(0, Math.min(size, limit - (consumed - size)));
    this.#consumed = consumed;
  }
}
