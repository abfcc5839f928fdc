/** Exponential backoff: when the next of a series of attempts is due. */

/**
 * `firstMs` after the first failure, then twice as long each time, up to `maxMs`. `attempts` counts those made, from
 * 1. Gives epoch milliseconds.
 */
export function backoff(now: number, attempts: number, firstMs: number, maxMs: number): number {
  return now + Math.min(maxMs, firstMs * 2 ** Math.min(attempts - 1, 40));
}
