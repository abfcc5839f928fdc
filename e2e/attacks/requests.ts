/** Attacks by requests: each must get its response, and must not hold up the server meanwhile. */

import type { RunningServer } from '../server.ts';
import type { Attack } from './attack.ts';
import { type HostileCase, sendTo } from './hostile-request.ts';
import { requestCases } from './request-cases.ts';
import type { StallProbe } from './stalls.ts';

/** Far above what a bounded request takes on a busy machine, and far below what an unbounded one took. */
const defaultMaxStallMs = 1_000;

export const requestAttacks: readonly Attack[] = requestCases.map(
  (hostileCase): Attack => ({
    name: hostileCase.name,
    expects: hostileCase.expects,
    attempt: (target, probe) => attempt(target, probe, hostileCase),
  }),
);

/** The least of as many counts where the bound is strict: other programs of the machine only add to it. */
const strictAttempts = 5;

async function attempt(target: RunningServer, probe: StallProbe, hostileCase: HostileCase) {
  const { status: expected, prepare, maxStallMs } = hostileCase;
  const makeRequest = await prepare(target);
  const bound = maxStallMs ?? defaultMaxStallMs;
  let [status, stall] = [expected, Number.POSITIVE_INFINITY];
  for (let left = maxStallMs === undefined ? 1 : strictAttempts; left > 0; left -= 1) {
    await probe.take(target.pid);
    status = (await sendTo(target, makeRequest())).status;
    stall = Math.min(stall, (await probe.take(target.pid)).own);
    if (status !== expected || stall < bound) break;
  }
  return {
    stopped: status === expected && stall < bound,
    seen: `${status}, event loop held up for ${Math.round(stall)} ms at most`,
  };
}
