/** The health check of the database: a cheap query that reads a table, and a write that changes nothing. */

import type { Database, Queries } from './database.ts';

/** @throws when the database cannot be read */
export async function pingDatabase(db: Queries): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute();
}

/** Writes a page and commits it. @throws when the database cannot be written */
export async function pingStorage(database: Database): Promise<void> {
  await database.write((tx) =>
    tx
      .updateTable('migrations')
      .set(({ ref }) => ({ applied_at: ref('applied_at') }))
      .execute(),
  );
}
