/** Store: settings of the email that an account sends. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { ofOwner } from '../owned-store.ts';

/** JSON of each that was ever changed, by its name. */
export async function findSettings(db: Queries, owner: Owner): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('sending_settings')
    .select(['name', 'value'])
    .where(ofOwner(owner))
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function saveSetting(
  tx: Queries,
  { account, region }: Owner,
  { name, value }: { name: string; value: string },
): Promise<void> {
  await tx
    .insertInto('sending_settings')
    .values({ account, region, name, value })
    .onConflict((conflict) => conflict.columns(['account', 'region', 'name']).doUpdateSet({ value }))
    .execute();
}
