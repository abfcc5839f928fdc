/** Exponential backoff with jitter: when the next of a series of attempts is due. */

/** The part of a delay that is random, so that what failed together is not tried together again and again. */
const jitter = 0.2;

export type Backoff = {
  /** Epoch milliseconds. */
  now: number;
  /** Attempts made, from 1. */
  attempts: number;
  /** The delay after the first failure; twice as long after each further one, up to `maxMs`. */
  firstMs: number;
  maxMs: number;
};

/**
 * When the next attempt is due, in epoch milliseconds: up to a fifth before the delay is over. `random` gives a number
 * from 0 to 1.
 */
export function backoff(random: () => number, { now, attempts, firstMs, maxMs }: Backoff): number {
  const delay = Math.min(maxMs, firstMs * 2 ** Math.min(attempts - 1, 40));
  return now + Math.round(delay * (1 - jitter * random()));
}
