/**
 * Runs all benchmarks of docs/performance.md: the service against bare SQL, the designer against React Flow and plain
 * elements, opening its page and working in it, email events, inbound email, search in sent email, sending email, normal load
 * beside hostile requests, calls, the filters of the account's executions, revisions, what roles, the audit log and the encryption
 * of contact data cost, editing one flow together, and what running it costs: backups, traces, the start, an upgrade.
 * `npm run bench -- service` runs one of them; further arguments are passed on, as in `npm run bench -- service --quick`.
 */

import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverProgram } from '../bin/start-flags.ts';

const here = dirname(fileURLToPath(import.meta.url));
const parts = [
  'service',
  'designer',
  'opening',
  'page',
  'email/deliveries',
  'email/inbound',
  'email/search',
  'email/sending',
  'hostile',
  'calls',
  'watch',
  'revisions',
  'people',
  'encryption',
  'coedit',
  'simulator',
  'operations',
];
const args = process.argv.slice(2);
const wanted = args.filter((each) => parts.includes(each));
const options = args.filter((each) => !parts.includes(each));

/** From its sources the server takes a third more memory, and its figures are not those of `npm start`. */
const server = serverProgram.endsWith('.mjs')
  ? 'the built server'
  : 'the sources, as the server is not built (npm run build)';
const memory = Math.round(totalmem() / 2 ** 30);
console.log(
  `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, Node ${process.version}; ${server}`,
);
for (const part of wanted.length === 0 ? parts : wanted) {
  console.log(`\n# ${part}\n`);
  const { status } = spawnSync(process.execPath, [join(here, part, 'main.ts'), ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
