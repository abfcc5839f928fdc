/** What all processes on one database must agree on: whoever says it first is right. */

import type { Queries } from './database.ts';

export async function findClusterSetting(db: Queries, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('agreements').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Says `value` unless something was said before, and gives back what holds. */
export async function setClusterSettingOnce(tx: Queries, name: string, value: string): Promise<string> {
  await tx
    .insertInto('agreements')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findClusterSetting(tx, name)) ?? value;
}
