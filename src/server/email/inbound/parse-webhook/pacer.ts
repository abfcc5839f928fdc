/**
 * Paces the first attempts of received emails (leaky bucket): immediately at a low rate, evenly spaced in a burst. Receiving
 * takes precedence over posting what is already stored, and other jobs do not wait behind the whole burst.
 */

/** Half the rate at which a process can post while it receives nothing. */
const intervalMs = 2;
/** Upper bound of the delay, also when the clock is set back. */
const maxDelayMs = 60_000;

export class PostPacer {
  #next = 0;

  /** The due time of the next email, in epoch milliseconds. */
  next(now: number): number {
    const due = Math.min(Math.max(now, this.#next), now + maxDelayMs);
    this.#next = due + intervalMs;
    return due;
  }
}
