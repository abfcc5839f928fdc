/** A case of `upgrades.test.ts`: an empty database is filled as a version before has done, upgraded and compared. */

import type { Database } from '../../../database.ts';
import type { Migration } from '../../migration.ts';

type Run = (database: Database) => Promise<void>;

export type Upgrade = {
  title: string;
  /** The first migration that the version before does not have. */
  first: Migration;
  onSqlite: Run;
  onPostgres: Run;
  /** The same on PostgreSQL where the migration was cut off before. */
  afterCutOff?: Run;
};
