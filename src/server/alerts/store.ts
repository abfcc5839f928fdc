/** Rows of alerts and their rules. */

import type { AlertState } from '#api/alerts/kinds.ts';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { AlertRow, AlertRuleRow } from '../platform/database/schema/alerts.ts';
import { untilWell } from '../platform/database/schema/alerts.ts';

export type { AlertRow, AlertRuleRow };
export { untilWell };

/** Those that have not ended, of all accounts; those of one account stand together. */
export function listActive(db: Queries, limit: number): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('account')
    .orderBy('kind')
    .orderBy('subject')
    .limit(limit)
    .execute();
}

const shown = (db: Queries, account: string) =>
  db.selectFrom('alerts').selectAll().where('account', '=', account).where('opened_at', 'is not', null);

/** Newest first; positions are SIDs. */
export function listAlerts(
  db: Queries,
  { account, state, now }: { account: string; state: AlertState; now: number },
  request: KeysetPageRequest,
): Promise<KeysetPage<AlertRow>> {
  return fetchPage(
    request,
    shown(db, account)
      .where('ended_at', state === 'history' ? 'is not' : 'is', null)
      .$if(state === 'open', (query) =>
        query.where((eb) => eb.or([eb('silenced_until', 'is', null), eb('silenced_until', '<=', now)])),
      )
      .$if(state === 'silenced', (query) => query.where('silenced_until', '>', now)),
  );
}

/** Open and silenced ones, as many as an account can have. */
export function listOpenOf(db: Queries, account: string): Promise<AlertRow[]> {
  return shown(db, account).where('ended_at', 'is', null).execute();
}

export function findAlert(db: Queries, account: string, sid: string): Promise<AlertRow | undefined> {
  return shown(db, account).where('sid', '=', sid).executeTakeFirst();
}

/** Until when the last alert of that subject is silenced, where it has ended and the silence has not. */
export async function remainingSilence(
  db: Queries,
  { account, kind, subject }: Pick<AlertRow, 'account' | 'kind' | 'subject'>,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('alerts')
    .select('silenced_until')
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('silenced_until', '>', now)
    .where('silenced_until', '<', untilWell)
    .orderBy('sid', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.silenced_until ?? null;
}

export async function insertAlert(tx: Queries, row: AlertRow): Promise<void> {
  await tx
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Undefined when the account has no such alert, or it has ended. */
export function updateActive(
  tx: Queries,
  { account, sid }: Pick<AlertRow, 'account' | 'sid'>,
  change: Partial<AlertRow>,
): Promise<AlertRow | undefined> {
  return tx
    .updateTable('alerts')
    .set(change)
    .where('account', '=', account)
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteAlert(tx: Queries, sid: string): Promise<void> {
  await tx.deleteFrom('alerts').where('sid', '=', sid).execute();
}

/** Deletes alerts that ended before `before`, and rules of flows that are gone; how many alerts, `limit` at most. */
export async function deleteOldAlerts(tx: Queries, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('alerts')
    .select('sid')
    .where('ended_at', '<', before)
    .limit(limit)
    .execute();
  for (const { sid } of old) await deleteAlert(tx, sid);
  await tx
    .deleteFrom('alert_rules')
    .where('flow', '!=', '')
    .where('flow', 'not in', (eb) => eb.selectFrom('flows').select('sid'))
    .execute();
  return old.length;
}

/** What these accounts have set; of all accounts without a list. */
export async function listRules(db: Queries, accounts: readonly string[]): Promise<AlertRuleRow[]> {
  if (accounts.length === 0) return [];
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where('account', 'in', accounts)
    .orderBy('kind')
    .orderBy('flow')
    .execute();
}

export async function upsertRule(tx: Queries, row: AlertRuleRow): Promise<void> {
  const { account: _, kind: __, flow: ___, ...change } = row;
  await tx
    .insertInto('alert_rules')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'kind', 'flow']).doUpdateSet(change))
    .execute();
}

/** False when nothing was set. */
export async function deleteRule(
  tx: Queries,
  { account, kind, flow }: Pick<AlertRuleRow, 'account' | 'kind' | 'flow'>,
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('alert_rules')
    .where('account', '=', account)
    .where('kind', '=', kind)
    .where('flow', '=', flow)
    .returning('kind')
    .execute();
  return rows.length === 1;
}
