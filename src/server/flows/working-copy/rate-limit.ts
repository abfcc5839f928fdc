/** How many edits and presences may be sent: token buckets of each client and of each account, in each process. */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';

/** How many in a second, and how many may come at once after a pause: what was made offline comes in one go. */
type Rate = { of: string; perSecond: number; burst: number };

const clientRate: Rate = { of: 'A client', perSecond: 50, burst: 500 };
/** The name of a client is the caller's to invent. Twenty people who type and come back online stay below this. */
const accountRate: Rate = { of: 'An account', perSecond: 500, burst: 5_000 };
const maxBuckets = 10_000;

type Bucket = { tokens: number; at: number };

const buckets = perServer(() => new Map<string, Bucket>());

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
  const known = buckets(ctx);
  const now = ctx.clock.now();
  const ofAccount = `${kind} ${caller.account}`;
  const limits: [string, Rate][] = [
    [`${ofAccount} ${credentialOf(caller)} ${client}`, clientRate],
    [ofAccount, accountRate],
  ];
  const left = limits.map(([key, { of, perSecond, burst }]): [string, number] => {
    const { tokens, at } = known.get(key) ?? { tokens: burst, at: now };
    const present = Math.min(burst, tokens + (Math.max(0, now - at) / 1_000) * perSecond);
    if (present < count) {
      throw new Refusal('too-many', `${of} may send ${perSecond} ${kind} in a second`, {
        retryAfterSeconds: Math.ceil((count - present) / perSecond),
      });
    }
    return [key, present - count];
  });
  for (const [key, tokens] of left) {
    known.delete(key);
    known.set(key, { tokens, at: now });
  }
  // The account's bucket was set last: names cannot push it out.
  for (const key of known.keys()) {
    if (known.size <= maxBuckets) break;
    known.delete(key);
  }
}

function credentialOf({ key, isSession, user }: Caller): string {
  return key?.sid ?? `${isSession ? 'session' : 'token'} ${user}`;
}
