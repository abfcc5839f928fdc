/** Attacks by requests: each must get its response, and must not hold up the server meanwhile. */

import type { Attack } from './attack.ts';
import { type HostileCase, sendTo, type Target } from './hostile-request.ts';
import { requestCases } from './request-cases.ts';

/** Far above what a bounded request takes on a busy machine, and far below what an unbounded one took. */
const defaultMaxStallMs = 1_000;

export const requestAttacks: readonly Attack[] = requestCases.map(
  (hostileCase): Attack => ({
    name: hostileCase.name,
    expects: hostileCase.expects,
    attempt: (target) => attempt(target, hostileCase),
  }),
);

/** The least of as many counts where the bound is strict: other programs of the machine only add to it. */
const strictAttempts = 5;

async function attempt(target: Target, hostileCase: HostileCase) {
  const { status: expected, prepare, maxStallMs } = hostileCase;
  const makeRequest = await prepare(target);
  const bound = maxStallMs ?? defaultMaxStallMs;
  let [status, stall] = [expected, Number.POSITIVE_INFINITY];
  for (let left = maxStallMs === undefined ? 1 : strictAttempts; left > 0; left -= 1) {
    await longestStall(target);
    status = (await sendTo(target, makeRequest())).status;
    stall = Math.min(stall, await longestStall(target));
    if (status !== expected || stall < bound) break;
  }
  return {
    stopped: status === expected && stall < bound,
    seen: `${status}, event loop held up for ${Math.round(stall)} ms at most`,
  };
}

/** Milliseconds of the longest delay of the server's event loop since the last call. */
export async function longestStall(target: Target): Promise<number> {
  const { body } = await sendTo(target, { method: 'GET', path: '/metrics', headers: {} });
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body) ?? [];
  if (seconds === undefined) throw new Error('The metrics do not tell the lag of the event loop.');
  return Number(seconds) * 1_000;
}
