/**
 * Preloaded into the measured server: counts its commits, and replies to each message of the benchmark with
 * their number and the processor time since the last one.
 */

import { StatementSync } from 'node:sqlite';

let commits = 0;
let before = process.cpuUsage();
const { run } = StatementSync.prototype;
StatementSync.prototype.run = function counted(this: StatementSync, ...values: unknown[]) {
  if (this.sourceSQL === 'commit') commits += 1;
  return Reflect.apply(run, this, values);
} as typeof run;

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.({ commits, cpuMs: (user + system) / 1_000 });
  commits = 0;
});
// The channel must not keep the server from exiting.
process.channel?.unref();
