/** Store: parse settings. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner, ParseSettingRow } from '../../platform/database/schema/email.ts';
import { ofOwner } from '../owned-store.ts';

export type { ParseSettingRow };

/** The setting of a host name, of any owner. `hostname` is in lower case. */
export function findHostname(db: Queries, hostname: string): Promise<ParseSettingRow | undefined> {
  return db.selectFrom('parse_settings').selectAll().where('hostname', '=', hostname).executeTakeFirst();
}

export function findParseSetting(
  db: Queries,
  owner: Owner,
  hostname: string,
): Promise<ParseSettingRow | undefined> {
  return db
    .selectFrom('parse_settings')
    .selectAll()
    .where(ofOwner(owner))
    .where('hostname', '=', hostname)
    .executeTakeFirst();
}

/** By host name. */
export function listParseSettings(db: Queries, owner: Owner): Promise<ParseSettingRow[]> {
  return db.selectFrom('parse_settings').selectAll().where(ofOwner(owner)).orderBy('hostname').execute();
}

/** Of both regions, by host name. */
export function listParseSettingsOf(db: Queries, account: string, limit: number): Promise<ParseSettingRow[]> {
  return db
    .selectFrom('parse_settings')
    .selectAll()
    .where('account', '=', account)
    .orderBy('hostname')
    .limit(limit)
    .execute();
}

/** False when the host name is in use. */
export async function insertParseSetting(tx: Queries, row: ParseSettingRow): Promise<boolean> {
  const rows = await tx
    .insertInto('parse_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('hostname').doNothing())
    .returning('hostname')
    .execute();
  return rows.length === 1;
}

/** The setting as it is afterwards; undefined when there is none. */
export function changeParseSetting(
  tx: Queries,
  owner: Owner,
  hostname: string,
  change: Partial<ParseSettingRow>,
): Promise<ParseSettingRow | undefined> {
  return tx
    .updateTable('parse_settings')
    .set(change)
    .where(ofOwner(owner))
    .where('hostname', '=', hostname)
    .returningAll()
    .executeTakeFirst();
}

/** Remembers the proof of a setting, if the account still has it. */
export async function setProven(
  tx: Queries,
  { account, region, hostname }: Pick<ParseSettingRow, 'account' | 'region' | 'hostname'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('parse_settings')
    .set({ proven_at: now })
    .where(ofOwner({ account, region }))
    .where('hostname', '=', hostname)
    .execute();
}

/** False when there is none. */
export async function deleteParseSetting(tx: Queries, owner: Owner, hostname: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('parse_settings')
    .where(ofOwner(owner))
    .where('hostname', '=', hostname)
    .returning('hostname')
    .execute();
  return rows.length === 1;
}

/** Those to be checked by `now`, the longest due first. */
export function listDueSettings(
  db: Queries,
  { now, limit }: { now: number; limit: number },
): Promise<ParseSettingRow[]> {
  return db
    .selectFrom('parse_settings')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

export function listFailingSettings(
  db: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<ParseSettingRow[]> {
  return db
    .selectFrom('parse_settings')
    .selectAll()
    .where('failing_since', '<=', before)
    .orderBy('failing_since')
    .limit(limit)
    .execute();
}
