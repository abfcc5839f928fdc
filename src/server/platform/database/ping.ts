/** The health check of the database: one cheap query that reads a table. */

import type { Queries } from './database.ts';

/** @throws when the database cannot be read */
export async function pingDatabase(db: Queries): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute();
}
