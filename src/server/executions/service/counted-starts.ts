/** Whose rate limit the start of an execution counts against: the account's own, and that of the account above it. */

import { findParentAccount } from '../../accounts/service.ts';
import { countStart } from './start-limit.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/**
 * Counts the start of an execution; that of a subaccount at its parent, too, so that subaccounts together start no more than
 * one account may.
 *
 * @throws as `countStart`
 */
export async function countStartWithParent(
  turn: TurnTransaction,
  account: string,
  source: 'rest' | 'inbound',
): Promise<void> {
  if (turn.ctx.config.startLimits[source] === 0) return;
  await countStart(turn, account, source);
  const parent = await findParentAccount(turn.ctx, turn.tx, account);
  if (parent !== null) await countStart(turn, parent, source);
}
