/** Rate limit: how many executions an account, with those below it, may start in a second, across all processes. */

import { findParentAccount } from '../../accounts/parent-service.ts';
import { TurnRunAgain, type TurnTransaction } from './turn-transaction.ts';

/**
 * Counts the start of an execution by the REST API or by an inbound message or call; that of a subaccount at its parent, too,
 * so that subaccounts together start no more than one account may.
 *
 * @throws TurnRunAgain when the leased block is used up: another is leased before, or Refusal too-many thrown
 */
export async function countStart(
  turn: TurnTransaction,
  account: string,
  source: 'rest' | 'inbound',
): Promise<void> {
  if (turn.ctx.config.startLimits[source] === 0) return;
  const take = (counted: string) => {
    const from = { account: counted, source };
    if (turn.starts.take(from, turn.now)) return;
    throw new TurnRunAgain('The leased block of starts is used up.', () => turn.starts.lease(from, turn.now));
  };
  take(account);
  const parent = await findParentAccount(turn.ctx, turn.tx, account);
  if (parent !== null) take(parent);
}
