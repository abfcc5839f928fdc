/**
 * Preloaded into the measured server: counts its commits, and replies to each message of the benchmark with
 * their number and the processor time since the last one.
 */

import { SqliteConnection } from '#server/platform/database/sqlite-connection.ts';

let commits = 0;
let before = process.cpuUsage();
const run = SqliteConnection.prototype.run;
SqliteConnection.prototype.run = function counted(sql) {
  if (sql === 'commit') commits += 1;
  run.call(this, sql);
};

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.({ commits, cpuMs: (user + system) / 1_000 });
  commits = 0;
});
// The channel must not keep the server from exiting.
process.channel?.unref();
