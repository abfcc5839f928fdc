/**
 * Loaded into the measured server before its own code: counts its commits, and answers each message of the
 * bench with how many there were since the last one.
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
// The server ends when it has nothing left to do, whoever still listens here.
process.channel?.unref();
