/** Store: link domains. */

import type { Queries } from '../../platform/database/database.ts';
import type { LinkDomainRow, Owner } from '../../platform/database/schema/email.ts';

export type { LinkDomainRow };

const ofOwner = (db: Queries, { account, region }: Owner) =>
  db.selectFrom('link_domains').selectAll().where('account', '=', account).where('region', '=', region);

/** By name. */
export function listLinks(db: Queries, owner: Owner): Promise<LinkDomainRow[]> {
  return ofOwner(db, owner).orderBy('domain').orderBy('subdomain').execute();
}

export function findLink(db: Queries, owner: Owner, id: number): Promise<LinkDomainRow | undefined> {
  return ofOwner(db, owner).where('id', '=', id).executeTakeFirst();
}

/** Those of these domains, and the default one. */
export function findLinksFor(
  db: Queries,
  owner: Owner,
  domains: readonly string[],
): Promise<LinkDomainRow[]> {
  return ofOwner(db, owner)
    .where((eb) =>
      eb.or([eb('is_default', '=', 1), ...(domains.length > 0 ? [eb('domain', 'in', domains)] : [])]),
    )
    .execute();
}

export async function insertLink(tx: Queries, row: LinkDomainRow): Promise<void> {
  await tx.insertInto('link_domains').values(row).execute();
}

export async function changeLink(
  tx: Queries,
  { account, region, id }: Owner & { id: number },
  change: Partial<LinkDomainRow>,
): Promise<void> {
  await tx
    .updateTable('link_domains')
    .set(change)
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .execute();
}

/** As there is one default at most. */
export async function clearDefaultLink(tx: Queries, { account, region }: Owner): Promise<void> {
  await tx
    .updateTable('link_domains')
    .set({ is_default: 0 })
    .where('account', '=', account)
    .where('region', '=', region)
    .where('is_default', '=', 1)
    .execute();
}

/** False when there is none. */
export async function deleteLink(tx: Queries, { account, region }: Owner, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('link_domains')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Those to be checked by `now`, the longest due first. */
export function listDueLinks(
  db: Queries,
  { now, limit }: { now: number; limit: number },
): Promise<LinkDomainRow[]> {
  return db
    .selectFrom('link_domains')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

export function listFailingLinks(
  db: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<LinkDomainRow[]> {
  return db
    .selectFrom('link_domains')
    .selectAll()
    .where('failing_since', '<=', before)
    .orderBy('failing_since')
    .limit(limit)
    .execute();
}
