/**
 * Limits of requests, counted by all processes together. Each process takes a small block of a window at a
 * time, so that most requests need no write; what is given out is never more than the limit.
 */

import type { ServiceContext } from '../../platform/service-context.ts';
import { consumeFromWindow, deleteExpiredWindows } from './store/rate-windows.ts';

/** Windows begin on whole minutes. */
export const windowMs = 60_000;

/** Windows are cleared away when they are this old. */
const expiredAfterMs = 10 * windowMs;

/** `reset` is when the window ends, in Unix seconds. */
export type RateLimitResult = { allowed: boolean; limit: number; remaining: number; reset: number };

export type RateLimiter = {
  /** Takes one request of `subject` at `endpoint`. */
  take(subject: string, endpoint: string, limit: number): Promise<RateLimitResult>;
};

/** What this process knows of a limit in the present window. `left` was taken and is not used yet. */
type LocalQuota = { taken: number; left: number; taking: Promise<void> | null };

const rateLimiters = new WeakMap<ServiceContext, RateLimiter>();

/** The limiter of this process. */
export function rateLimiterOf(ctx: ServiceContext): RateLimiter {
  const limiter = rateLimiters.get(ctx) ?? createRateLimiter(ctx);
  rateLimiters.set(ctx, limiter);
  return limiter;
}

export function createRateLimiter(ctx: ServiceContext): RateLimiter {
  const shares = new Map<string, LocalQuota>();
  let window = 0;
  let swept = ctx.clock.now();

  const enter = (present: number) => {
    if (present <= window) return;
    window = present;
    shares.clear();
  };

  const sweep = async (now: number) => {
    if (now < swept + expiredAfterMs) return;
    swept = now;
    await ctx.database.write((tx) => deleteExpiredWindows(tx, now - expiredAfterMs));
  };

  const takeBlock = async (share: LocalQuota, key: { subject: string; endpoint: string }, limit: number) => {
    const count = blockSize(limit, share.taken);
    const wanted = { ...key, started_at: window, count };
    const taken = await ctx.database.write((tx) => consumeFromWindow(tx, wanted));
    share.left += Math.max(0, Math.min(count, limit - (taken - count)));
    share.taken = taken;
  };

  return {
    async take(subject, endpoint, limit) {
      const now = ctx.clock.now();
      await sweep(now);
      enter(Math.floor(now / windowMs) * windowMs);
      const reset = (window + windowMs) / 1000;
      const id = `${endpoint} ${subject}`;
      const share = shares.get(id) ?? { taken: 0, left: 0, taking: null };
      shares.set(id, share);
      while (share.left === 0 && share.taken < limit) {
        share.taking ??= takeBlock(share, { subject, endpoint }, limit).finally(() => {
          share.taking = null;
        });
        await share.taking;
      }
      const allowed = share.left > 0;
      if (allowed) share.left -= 1;
      return { allowed, limit, remaining: Math.max(0, limit - share.taken) + share.left, reset };
    },
  };
}

/** Small near the end of a window: what one process holds and does not use is refused to the others. */
function blockSize(limit: number, taken: number): number {
  return Math.max(1, Math.min(50, Math.floor((limit - taken) / 30)));
}
