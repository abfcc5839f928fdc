/** How many executions an account may begin in a second. */

import { Refusal } from '../../platform/errors.ts';
import { takeStart } from '../store/start-counts.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/** Counts the start of an execution by the REST API or by something that came in. @throws Refusal too-many */
export async function countStart(
  work: TurnTransaction,
  account: string,
  door: 'rest' | 'inbound',
): Promise<void> {
  const limit = work.ctx.config.startLimits[door];
  if (limit === 0) return;
  const second = Math.floor(work.now / 1000);
  if (!(await takeStart(work.tx, { account, door, second }, limit))) throw tooMany();
}

function tooMany(): Refusal {
  return new Refusal('too-many', 'Too Many Requests');
}
