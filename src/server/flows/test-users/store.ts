/** Stores test users. */

import type { Queries } from '../../platform/database/database.ts';

/** In the order in which they were given. */
export async function listTestUsers(db: Queries, flow: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_users')
    .select('identity')
    .where('flow', '=', flow)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.identity);
}

export async function replaceTestUsers(
  tx: Queries,
  flow: string,
  identities: readonly string[],
): Promise<void> {
  await tx.deleteFrom('test_users').where('flow', '=', flow).execute();
  const rows = identities.map((identity, position) => ({ flow, position, identity }));
  for (let start = 0; start < rows.length; start += maxRowsAtOnce) {
    await tx
      .insertInto('test_users')
      .values(rows.slice(start, start + maxRowsAtOnce))
      .execute();
  }
}

/** A statement takes a limited number of values: 32,766 on the embedded file. */
const maxRowsAtOnce = 1_000;
