/** Rate limiter of one process, in memory: token buckets and fixed windows. What all processes share: `shared-rate-limiter.ts`. */

import { dropOldest } from './drop-oldest.ts';

/** So many per second and `burst` at once after a pause (a token bucket), or `count` in each window of the clock. */
export type RateLimit = { perSecond: number; burst: number } | { count: number; windowMs: number };

/** What of a limit was used at that time, in epoch milliseconds. */
type Use = { used: number; at: number };

/** So many keys are kept; those that were used longest ago go first. */
const maxKeys = 10_000;

export class RateLimiter<Limit extends RateLimit> {
  readonly #uses = new Map<string, Use>();

  /**
   * Takes `count` from the limit of each key; where one of them has less left, takes nothing, and returns that limit with
   * the seconds to wait. The last key stays in memory the longest.
   */
  take(
    limits: readonly (readonly [key: string, limit: Limit])[],
    count: number,
    now: number,
  ): { limit: Limit; retryAfterSeconds: number } | null {
    const taken: [string, Use][] = [];
    for (const [key, limit] of limits) {
      const used = usedAt(limit, this.#uses.get(key), now) + count;
      const tooMany = used - ('burst' in limit ? limit.burst : limit.count);
      if (tooMany > 0) return { limit, retryAfterSeconds: secondsUntilLess(limit, tooMany, now) };
      taken.push([key, { used, at: now }]);
    }
    for (const [key, use] of taken) {
      this.#uses.delete(key);
      this.#uses.set(key, use);
    }
    dropOldest(this.#uses, maxKeys);
    return null;
  }
}

function usedAt(limit: RateLimit, use: Use | undefined, now: number): number {
  if (use === undefined) return 0;
  if ('burst' in limit) return Math.max(0, use.used - (Math.max(0, now - use.at) / 1_000) * limit.perSecond);
  return windowOf(limit, use.at) === windowOf(limit, now) ? use.used : 0;
}

function secondsUntilLess(limit: RateLimit, tooMany: number, now: number): number {
  if ('burst' in limit) return Math.ceil(tooMany / limit.perSecond);
  return Math.ceil(((windowOf(limit, now) + 1) * limit.windowMs - now) / 1_000);
}

const windowOf = ({ windowMs }: { windowMs: number }, at: number) => Math.floor(at / windowMs);
