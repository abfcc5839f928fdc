/** Cluster settings: values that all processes on one database share. */

import type { Queries } from './database.ts';

export async function findClusterSetting(db: Queries, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('agreements').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Sets `value` unless another one was set before; returns the value in force. */
export async function setClusterSettingOnce(tx: Queries, name: string, value: string): Promise<string> {
  await tx
    .insertInto('agreements')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findClusterSetting(tx, name)) ?? value;
}

export async function setClusterSetting(tx: Queries, name: string, value: string): Promise<void> {
  await tx
    .insertInto('agreements')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteClusterSetting(tx: Queries, name: string): Promise<void> {
  await tx.deleteFrom('agreements').where('name', '=', name).execute();
}
