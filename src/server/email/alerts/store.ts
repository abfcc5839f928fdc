/** Store: alerts of the email API. */

import type { Queries } from '../../platform/database/database.ts';
import type { EmailAlertRow, Owner } from '../../platform/database/schema/email.ts';

export type { EmailAlertRow };

export type AlertKey = Owner & { id: number };

const ofOwner = (db: Queries, { account, region }: Owner) =>
  db.selectFrom('email_alerts').selectAll().where('account', '=', account).where('region', '=', region);

/** Oldest first. */
export function listAlerts(db: Queries, owner: Owner): Promise<EmailAlertRow[]> {
  return ofOwner(db, owner).orderBy('created_at').orderBy('id').execute();
}

export function findAlert(db: Queries, key: AlertKey): Promise<EmailAlertRow | undefined> {
  return ofOwner(db, key).where('id', '=', key.id).executeTakeFirst();
}

/** Of both regions: those that were not told in that month. */
export function listUntold(db: Queries, account: string, month: string): Promise<EmailAlertRow[]> {
  return db
    .selectFrom('email_alerts')
    .selectAll()
    .where('account', '=', account)
    .where('type', '=', 'usage_limit')
    .where((eb) => eb.or([eb('told_month', 'is', null), eb('told_month', '<>', month)]))
    .execute();
}

export async function insertAlert(tx: Queries, row: EmailAlertRow): Promise<void> {
  await tx.insertInto('email_alerts').values(row).execute();
}

export async function changeAlert(
  tx: Queries,
  { account, region, id }: AlertKey,
  change: Partial<EmailAlertRow>,
): Promise<void> {
  await tx
    .updateTable('email_alerts')
    .set(change)
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .execute();
}

export async function deleteAlert(tx: Queries, { account, region, id }: AlertKey): Promise<void> {
  await tx
    .deleteFrom('email_alerts')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .execute();
}
