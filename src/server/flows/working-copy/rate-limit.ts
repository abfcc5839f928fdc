/** How many edits and presences may be sent: token buckets of each client and of each account, in each process. */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';

/** What was made offline comes in one go. */
type Rate = { of: string; perSecond: number; burst: number };

const clientRate: Rate = { of: 'A client', perSecond: 50, burst: 500 };
/** The name of a client is the caller's to invent. Twenty people who type and come back online stay below this. */
const accountRate: Rate = { of: 'An account', perSecond: 500, burst: 5_000 };

const limiterOf = perServer(() => new RateLimiter<Rate>());

/**
 * Takes `count` from what a client of a credential may send, and from what its account may; from neither when refused.
 *
 * @throws Refusal too-many, with the seconds to wait
 */
export function requireRate(
  ctx: ServiceContext,
  caller: Caller,
  client: string,
  kind: 'edits' | 'presences',
  count: number,
): void {
  const ofAccount = `${kind} ${caller.account}`;
  // The account is last: invented names of clients cannot push its bucket out of memory.
  const limits = [
    [`${ofAccount} ${credentialOf(caller)} ${client}`, clientRate],
    [ofAccount, accountRate],
  ] as const;
  const refused = limiterOf(ctx).take(limits, count, ctx.clock.now());
  if (refused === null) return;
  const { limit, retryAfterSeconds } = refused;
  throw new Refusal('too-many', `${limit.of} may send ${limit.perSecond} ${kind} in a second`, {
    retryAfterSeconds,
  });
}

function credentialOf({ key, isSession, user }: Caller): string {
  return key?.sid ?? `${isSession ? 'session' : 'token'} ${user}`;
}
