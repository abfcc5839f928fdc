/**
 * Fixed-window rate limiter shared by all processes. Each process reserves a small block of the window at a time, so that
 * most requests need no write; together they never admit more than the limit.
 */

import type { ServiceContext } from '../../platform/service-context.ts';
import { consumeFromWindow, deleteExpiredWindows } from './store.ts';

/** Windows begin on whole minutes. */
export const windowMs = 60_000;

/** Windows older than this are deleted. */
const expiredAfterMs = 10 * windowMs;

/** `reset` is when the window ends, in Unix seconds. */
export type RateLimitResult = { allowed: boolean; limit: number; remaining: number; reset: number };

export type RateLimiter = {
  /** Counts one request of `subject` at `endpoint`. */
  take(subject: string, endpoint: string, limit: number): Promise<RateLimitResult>;
};

/** What this process has reserved in the current window: `consumed` by all processes, `left` reserved here and unused. */
type LocalQuota = { consumed: number; left: number; reserving: Promise<void> | null };

const rateLimiters = new WeakMap<ServiceContext, RateLimiter>();

/** The rate limiter of this server. */
export function rateLimiterOf(ctx: ServiceContext): RateLimiter {
  const limiter = rateLimiters.get(ctx) ?? createRateLimiter(ctx);
  rateLimiters.set(ctx, limiter);
  return limiter;
}

export function createRateLimiter(ctx: ServiceContext): RateLimiter {
  const shares = new Map<string, LocalQuota>();
  let window = 0;
  let lastCleanup = ctx.clock.now();

  const startWindow = (present: number) => {
    if (present <= window) return;
    window = present;
    shares.clear();
  };

  const cleanUp = async (now: number) => {
    if (now < lastCleanup + expiredAfterMs) return;
    lastCleanup = now;
    await ctx.database.write((tx) => deleteExpiredWindows(tx, now - expiredAfterMs));
  };

  const reserveBlock = async (
    share: LocalQuota,
    key: { subject: string; endpoint: string },
    limit: number,
  ) => {
    const count = blockSize(limit, share.consumed);
    const consumption = { ...key, started_at: window, count };
    const consumed = await ctx.database.write((tx) => consumeFromWindow(tx, consumption));
    share.left += Math.max(0, Math.min(count, limit - (consumed - count)));
    share.consumed = consumed;
  };

  return {
    async take(subject, endpoint, limit) {
      const now = ctx.clock.now();
      await cleanUp(now);
      startWindow(Math.floor(now / windowMs) * windowMs);
      const reset = (window + windowMs) / 1000;
      const id = `${endpoint} ${subject}`;
      const share = shares.get(id) ?? { consumed: 0, left: 0, reserving: null };
      shares.set(id, share);
      while (share.left === 0 && share.consumed < limit) {
        share.reserving ??= reserveBlock(share, { subject, endpoint }, limit).finally(() => {
          share.reserving = null;
        });
        await share.reserving;
      }
      const allowed = share.left > 0;
      if (allowed) share.left -= 1;
      return { allowed, limit, remaining: Math.max(0, limit - share.consumed) + share.left, reset };
    },
  };
}

/** Smaller near the limit: what one process reserves and does not use is refused to the others. */
function blockSize(limit: number, consumed: number): number {
  return Math.max(1, Math.min(50, Math.floor((limit - consumed) / 30)));
}
