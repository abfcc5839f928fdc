/** Rate limit of the email API: requests of a subject at an endpoint in a minute, across all processes. */

import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { SharedRateLimiter } from '../../platform/shared-rate-limiter.ts';
import { consumeFromWindow, deleteExpiredWindows } from './store.ts';

export const windowMs = 60_000;

/** Windows older than this are deleted. */
const expiredAfterMs = 10 * windowMs;

/** `reset` is when the window ends, in Unix seconds. */
export type RateLimitResult = { allowed: boolean; limit: number; remaining: number; reset: number };

const limiterOf = perServer(() => new SharedRateLimiter(windowMs));
const cleanupOf = perServer((): { lastAt: number | null } => ({ lastAt: null }));

/** Counts one request. */
export async function countRequest(
  ctx: ServiceContext,
  { subject, endpoint, limit }: { subject: string; endpoint: string; limit: number },
): Promise<RateLimitResult> {
  const now = ctx.clock.now();
  await cleanUp(ctx, now);
  const share = limiterOf(ctx).shareOf(`${endpoint} ${subject}`, now);
  const size = (consumed: number) => blockSize(limit, consumed);
  const allowed = await share.takeOrLease(limit, size, ({ startedAt, size: count }) =>
    ctx.database.write((tx) => consumeFromWindow(tx, { subject, endpoint, started_at: startedAt, count })),
  );
  const reset = (share.startedAt + windowMs) / 1000;
  return { allowed, limit, remaining: share.remainingOf(limit), reset };
}

async function cleanUp(ctx: ServiceContext, now: number): Promise<void> {
  const cleanup = cleanupOf(ctx);
  cleanup.lastAt ??= now;
  if (now < cleanup.lastAt + expiredAfterMs) return;
  cleanup.lastAt = now;
  await ctx.database.write((tx) => deleteExpiredWindows(tx, now - expiredAfterMs));
}

/** Smaller near the limit: what one process leases and does not use is refused to the others. */
function blockSize(limit: number, consumed: number): number {
  return Math.max(1, Math.min(50, Math.floor((limit - consumed) / 30)));
}
