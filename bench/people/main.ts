/**
 * What people cost: microseconds of a request for its authorisation, and what the audit log leaves of the turns and starts that a
 * processor does, each beside the same without. `npm run bench -- people`; `--rounds N`, `--seconds N` and `--connections N` change the plan, `--quick` takes one
 * short round. The exit code is 1 where a bound does not hold.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureEmbeddedCost } from '../service/cost.ts';
import { measureAuthorisation } from './authorisation.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = values.quick ? 1 : Number(values.rounds);
const seconds = values.quick ? 1 : Number(values.seconds);

/** Of a request. */
const mostMicroseconds = 50;
/** Of those without the audit log. */
const leastRatio = 0.97;

const { account, member, permission } = await measureAuthorisation(rounds);
const added = member - account + permission;
console.log(
  `session of the account: ${account.toFixed(1)} µs; of a member, with their role: ${member.toFixed(1)} µs`,
);
console.log(
  `ratio ${(member / account).toFixed(2)}; permission of an operation: ${permission.toFixed(3)} µs`,
);
console.log(`authorisation: ${added.toFixed(1)} µs a request, bound ${mostMicroseconds}\n`);

// Both run from their sources, as the log is left out of a module of them.
const compared = {
  ...{ title: 'the audit log', kinds: ['turns', 'starts'] as const, with: {} },
  without: { NODE_OPTIONS: `--import ${new URL('./without-audit.ts', import.meta.url)}` },
  program: fileURLToPath(new URL('../../src/server/main.ts', import.meta.url)),
};
const costs = await measureEmbeddedCost(compared, {
  rounds,
  seconds,
  connections: Number(values.connections),
});
for (const { kind, ratio } of costs)
  console.log(
    `${kind}: ${(100 * ratio).toFixed(1)} % of those without the audit log, bound ${100 * leastRatio} %`,
  );
process.exitCode = added < mostMicroseconds && costs.every(({ ratio }) => ratio > leastRatio) ? 0 : 1;
