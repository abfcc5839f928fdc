/** Store: alerts of the email API. */

import type { Queries } from '../../platform/database/database.ts';
import type { EmailAlertRow, Owner } from '../../platform/database/schema/email.ts';
import { ofOwner, ownedTable } from '../owned-store.ts';

export type { EmailAlertRow };

export const {
  find: findAlert,
  insert: insertAlert,
  change: changeAlert,
  remove: deleteAlert,
} = ownedTable('email_alerts');

export type AlertKey = Owner & { id: number };

const rowsOf = (db: Queries, owner: Owner) => db.selectFrom('email_alerts').selectAll().where(ofOwner(owner));

/** Oldest first. */
export function listAlerts(db: Queries, owner: Owner): Promise<EmailAlertRow[]> {
  return rowsOf(db, owner).orderBy('created_at').orderBy('id').execute();
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
