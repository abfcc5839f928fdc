/** For tests: what the database holds of mail that came in. */

import type { Queries } from '../../platform/database/database.ts';
import type { ParseSettingRow } from '../../platform/database/schema/email.ts';

/** Mails counted in all statistics. */
export async function countReceived(db: Queries): Promise<number> {
  const rows = await db.selectFrom('parse_stats').select('received').execute();
  return rows.reduce((sum, { received }) => sum + received, 0);
}

/** How many contents there are, whole or not. */
export async function countContents(db: Queries): Promise<number> {
  return (await db.selectFrom('inbound_parts').select('content').distinct().execute()).length;
}

export async function insertSetting(tx: Queries, row: ParseSettingRow): Promise<void> {
  await tx.insertInto('parse_settings').values(row).execute();
}
