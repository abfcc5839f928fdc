/** Rate limit of inbound messages and calls by sender: a fixed window of one second, in this process. */

import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** How many came from each address within the current second of the clock. */
type Window = { second: number; counts: Map<string, number> };

const windows = new WeakMap<ServiceContext, Window>();

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
  const limit = ctx.config.addressLimit;
  if (limit === 0) return;
  const second = Math.floor(ctx.clock.now() / 1000);
  let window = windows.get(ctx);
  if (window?.second !== second) {
    window = { second, counts: new Map() };
    windows.set(ctx, window);
  }
  const key = `${account} ${from}`;
  const count = (window.counts.get(key) ?? 0) + 1;
  if (count > limit) throw new Refusal('too-many', 'Too many messages and calls from this address');
  window.counts.set(key, count);
}
