/** Store: sending domains and their DKIM keys. */

import type { Queries } from '../../platform/database/database.ts';
import type { DkimKeyRow, Owner, SendingDomainRow } from '../../platform/database/schema/email.ts';
import { checkedTable, ofOwner, ownedTable } from '../owned-store.ts';

export type { DkimKeyRow, SendingDomainRow };

export const { find: findDomain, change: changeDomain, remove: deleteDomain } = ownedTable('sending_domains');

export const {
  clearDefault: clearDefaultDomain,
  listDue: listDueDomains,
  listFailing: listFailingDomains,
} = checkedTable('sending_domains');

const rowsOf = (db: Queries, owner: Owner) =>
  db.selectFrom('sending_domains').selectAll().where(ofOwner(owner));

/** By name. */
export function listDomains(db: Queries, owner: Owner): Promise<SendingDomainRow[]> {
  return rowsOf(db, owner).orderBy('domain').execute();
}

export function findDefaultDomain(db: Queries, owner: Owner): Promise<SendingDomainRow | undefined> {
  return rowsOf(db, owner).where('is_default', '=', 1).executeTakeFirst();
}

export async function insertDomain(
  tx: Queries,
  row: SendingDomainRow,
  keys: readonly DkimKeyRow[],
): Promise<void> {
  await tx.insertInto('sending_domains').values(row).execute();
  await tx.insertInto('dkim_keys').values(keys).execute();
}

/** Keys of these domains, the first before the second. */
export function listKeys(db: Queries, owner: Owner, domains: readonly number[]): Promise<DkimKeyRow[]> {
  if (domains.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('dkim_keys')
    .selectAll()
    .where(ofOwner(owner))
    .where('domain', 'in', domains)
    .orderBy('domain')
    .orderBy('number')
    .execute();
}

/** Changes a key of the row's domain and number. */
export async function changeKey(
  tx: Queries,
  { account, region, domain, number }: Owner & Pick<DkimKeyRow, 'domain' | 'number'>,
  change: Partial<DkimKeyRow>,
): Promise<void> {
  await tx
    .updateTable('dkim_keys')
    .set(change)
    .where(ofOwner({ account, region }))
    .where('domain', '=', domain)
    .where('number', '=', number)
    .execute();
}

/** Proven domains of these names, of any account. */
export function listProvenDomains(
  db: Queries,
  names: readonly string[],
): Promise<{ domain: string; account: string; parent: string | null }[]> {
  return db
    .selectFrom('sending_domains as d')
    .innerJoin('accounts as a', 'a.sid', 'd.account')
    .select(['d.domain', 'd.account', 'a.parent'])
    .where('d.domain', 'in', names)
    .where('d.signs', '=', 1)
    .execute();
}

/** The account that made this one; null for an account of its own. */
export async function findParent(db: Queries, account: string): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('parent').where('sid', '=', account).executeTakeFirst();
  return row?.parent ?? null;
}

/** Proven domains of these names, and the default one, each with the key that signs. */
export function findSigners(
  db: Queries,
  { account, region }: Owner,
  names: readonly string[],
): Promise<(SendingDomainRow & Pick<DkimKeyRow, 'private_key'>)[]> {
  return db
    .selectFrom('sending_domains as d')
    .innerJoin('dkim_keys as k', (join) =>
      join
        .onRef('k.account', '=', 'd.account')
        .onRef('k.region', '=', 'd.region')
        .onRef('k.domain', '=', 'd.id')
        .onRef('k.number', '=', 'd.signing'),
    )
    .selectAll('d')
    .select('k.private_key')
    .where('d.account', '=', account)
    .where('d.region', '=', region)
    .where((eb) => eb.or([eb('d.domain', 'in', names), eb('d.is_default', '=', 1)]))
    .where('d.signs', '=', 1)
    .execute();
}
