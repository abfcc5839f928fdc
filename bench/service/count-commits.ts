/**
 * Preloaded into the measured server: counts its commits, and replies to each message of the benchmark with the
 * number since the last one.
 */

import { SqliteConnection } from '#server/platform/database/sqlite-connection.ts';

let commits = 0;
const run = SqliteConnection.prototype.run;
SqliteConnection.prototype.run = function counted(sql) {
  if (sql === 'commit') commits += 1;
  run.call(this, sql);
};

process.on('message', () => {
  process.send?.(commits);
  commits = 0;
});
// The channel must not keep the server from exiting.
process.channel?.unref();
