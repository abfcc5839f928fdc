/** Rate limit of inbound messages and calls by sender: a fixed window of one second, in this process. */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

const limiterOf = perServer(() => new RateLimiter());

/**
 * Counts one message or new call from an address. It is called before the account's own limit is counted, so that one
 * address that floods does not use up what all others share.
 *
 * @throws Refusal too-many
 */
export function countInbound(
  ctx: ServiceContext,
  { account, from }: { account: string; from: string },
): void {
  if (ctx.config.addressLimit === 0) return;
  const limit = { count: ctx.config.addressLimit, windowMs: 1_000 };
  if (limiterOf(ctx).take([[`${account} ${from}`, limit]], 1, ctx.clock.now()) !== null)
    throw new Refusal('too-many', 'Too many messages and calls from this address');
}
