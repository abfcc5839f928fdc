/** A case of `upgrades.test.ts`: an empty database is filled as a version before has done, upgraded and compared. */

import type { Database } from '../../../database.ts';

type Run = (database: Database) => Promise<void>;

export type Upgrade = {
  title: string;
  onSqlite: Run;
  /** On PostgreSQL in the process. */
  onPglite: Run;
  /** On a PostgreSQL of its own, where the machine has one. */
  onPostgres?: Run;
};
