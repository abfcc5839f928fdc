/** Rate limit: how many executions an account may start in a second, across all processes. */

import { StartsNeeded } from './leased-starts.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/**
 * Counts the start of an execution by the REST API or by an inbound message or call.
 *
 * @throws StartsNeeded, upon which `inTurnTransaction` runs the turn again or throws Refusal too-many
 */
export async function countStart(
  turn: TurnTransaction,
  account: string,
  source: 'rest' | 'inbound',
): Promise<void> {
  if (turn.ctx.config.startLimits[source] === 0) return;
  const window = { account, door: source, second: Math.floor(turn.now / 1000) };
  if (!turn.starts.take(window)) throw new StartsNeeded(window);
}
