/**
 * What running it costs, each beside a baseline of the same run: a backup beside `cp`, traces and metrics that are read beside none, the
 * time from the start to ready, and turns on PostgreSQL while the next version migrates beside turns before. `npm run bench -- operations`;
 * `--only backup,telemetry,start,upgrade` selects parts; `--gigabytes N` (1) is the size of the embedded file, `--executions N`
 * (1,000,000) are in the PostgreSQL that is upgraded, `--folder F` is where the files are; `--rounds N`, `--seconds N` and
 * `--connections N` change the plan, `--quick` is a small one. The exit code is 1 where a bound does not hold.
 */

import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBackup } from './backup.ts';
import { measureStart } from './start.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureUpgrade } from './upgrade.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'backup,telemetry,start,upgrade' },
    gigabytes: { type: 'string' },
    executions: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '10' },
    quick: { type: 'boolean', default: false },
  },
});
const quick = values.quick;
const rounds = Number(values.rounds ?? (quick ? 1 : 5));
const seconds = Number(values.seconds ?? (quick ? 1 : 5));
const connections = Number(values.connections);

const parts: Record<string, () => Promise<boolean>> = {
  backup: () =>
    measureBackup({
      folder: values.folder,
      gigabytes: Number(values.gigabytes ?? (quick ? 0.1 : 1)),
      rounds,
    }),
  telemetry: () => measureTelemetry({ rounds, seconds, connections }),
  start: () => measureStart(quick ? 3 : 7),
  upgrade: () =>
    measureUpgrade({
      ...{ executions: Number(values.executions ?? (quick ? 10_000 : 1_000_000)) },
      ...{ seconds: 2 * seconds, connections },
    }),
};

for (const part of values.only.split(',')) {
  console.log(`\n## ${part}\n`);
  if (!(await parts[part]?.())) process.exitCode = 1;
}
