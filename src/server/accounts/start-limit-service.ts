/** How many executions an account may begin in a second. */

import type { Work } from '../executions/service/work.ts';
import { Refusal } from '../platform/errors.ts';
import { takeStart } from './start-limit-store.ts';

/** Counts the start of an execution by the REST API or by something that came in. @throws Refusal too-many */
export async function countStart(work: Work, account: string, door: 'rest' | 'inbound'): Promise<void> {
  const limit = work.host.config.startLimits[door];
  if (limit === 0) return;
  const second = Math.floor(work.now / 1000);
  if (!(await takeStart(work.tx, { account, door, second }, limit))) throw tooMany();
}

function tooMany(): Refusal {
  return new Refusal('too-many', 'Too Many Requests');
}
