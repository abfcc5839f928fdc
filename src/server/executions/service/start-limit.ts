/** Rate limit: how many executions an account may start in a second, across all processes. */

import { Refusal } from '../../platform/errors.ts';
import { countStartInSecond } from '../store/start-counts.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/** Counts the start of an execution by the REST API or by an inbound message or call. @throws Refusal too-many */
export async function countStart(
  turn: TurnTransaction,
  account: string,
  source: 'rest' | 'inbound',
): Promise<void> {
  const limit = turn.ctx.config.startLimits[source];
  if (limit === 0) return;
  const second = Math.floor(turn.now / 1000);
  if (!(await countStartInSecond(turn.tx, { account, door: source, second }, limit))) throw tooMany();
}

function tooMany(): Refusal {
  return new Refusal('too-many', 'Too Many Requests');
}
