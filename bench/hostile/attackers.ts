/**
 * Attackers in a separate process: `node attackers.ts '{"target","attackers","seconds"}'`. Each sends one case after the other,
 * as soon as it has its response. Prints one line of JSON.
 */

import {
  type HostileCase,
  type HostileRequest,
  sendTo,
  type Target,
} from '../../e2e/attacks/hostile-request.ts';
import { requestCases } from '../../e2e/attacks/request-cases.ts';
import { turnCases } from './turn-cases.ts';

export type AttackOptions = { target: Target; attackers: number; seconds: number };

/** By case: how often it was sent, the statuses of the responses, and the longest time in milliseconds. */
export type AttackResult = {
  name: string;
  sent: number;
  statuses: Record<string, number>;
  longest: number;
}[];

const options = JSON.parse(process.argv[2] ?? '{}') as AttackOptions;
const cases: readonly HostileCase[] = [...requestCases, ...turnCases];
const prepared: { result: AttackResult[number]; makeRequest: () => HostileRequest }[] = [];
for (const { name, prepare } of cases) {
  const makeRequest = await prepare(options.target);
  prepared.push({ result: { name, sent: 0, statuses: {}, longest: 0 }, makeRequest });
}
// The load begins now.
process.stdout.write('ready\n');
const end = performance.now() + options.seconds * 1_000;
let next = 0;
const attack = async () => {
  while (performance.now() < end) {
    const chosen = prepared[next % prepared.length];
    if (chosen === undefined) return;
    const request = chosen.makeRequest();
    next += 1;
    const before = performance.now();
    const status = await sendTo(options.target, request).then(
      (response) => String(response.status),
      (error: unknown) => `no response: ${String(error)}`,
    );
    const { result } = chosen;
    result.sent += 1;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    result.longest = Math.max(result.longest, performance.now() - before);
  }
};
await Promise.all(Array.from({ length: options.attackers }, attack));
process.stdout.write(`${JSON.stringify(prepared.map(({ result }) => result))}\n`);
process.exit();
