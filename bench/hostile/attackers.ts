/**
 * Attackers in a separate process: `node attackers.ts '{"target","smtpPort","attackers","seconds"}'`. Each sends one case after
 * the other, as soon as it has its response. Meanwhile connections are held open, never read, and reopened. Prints one line
 * of JSON.
 */

import { constants, setPriority } from 'node:os';
import {
  closeAll,
  follow,
  idleClients,
  openHalfRequests,
  watchedFlow,
} from '../../e2e/attacks/connections.ts';
import {
  type HostileCase,
  type HostileRequest,
  sendTo,
  type Target,
} from '../../e2e/attacks/hostile-request.ts';
import { requestCases } from '../../e2e/attacks/request-cases.ts';
import { editCases } from './edit-cases.ts';
import { turnCases } from './turn-cases.ts';

export type AttackOptions = { target: Target; smtpPort: number; attackers: number; seconds: number };

/** By case: how often it was sent, the statuses of the responses, and the longest time in milliseconds. */
export type AttackResult = {
  name: string;
  sent: number;
  statuses: Record<string, number>;
  longest: number;
}[];

// Elsewhere they have machines of their own: here they leave the cores to the server first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const options = JSON.parse(process.argv[2] ?? '{}') as AttackOptions;
const cases: readonly HostileCase[] = [...requestCases, ...turnCases, ...editCases];
const prepared: { result: AttackResult[number]; makeRequest: () => HostileRequest }[] = [];
for (const { name, prepare } of cases) {
  const makeRequest = await prepare(options.target);
  prepared.push({ result: { name, sent: 0, statuses: {}, longest: 0 }, makeRequest });
}
const { sid: watched } = await watchedFlow(options.target);
// The load begins now.
process.stdout.write('ready\n');
const end = performance.now() + options.seconds * 1_000;
void holdConnections(options);
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

/** 400 SMTP clients with NOOP and 50 readers who never read; 5,000 half requests, repeated when the server has ended them. */
async function holdConnections({ target, smtpPort }: AttackOptions): Promise<void> {
  const port = Number(new URL(target.url).port);
  await idleClients(smtpPort, (n) => `127.1.${n >> 1}.1`);
  await Promise.all(Array.from({ length: 50 }, () => follow(target, watched, 0)));
  for (;;) {
    const half = await openHalfRequests(port);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    closeAll(half);
  }
}
