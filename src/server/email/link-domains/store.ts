/** Store: link domains. */

import type { Queries } from '../../platform/database/database.ts';
import type { LinkDomainRow, Owner } from '../../platform/database/schema/email.ts';
import { checkedTable, ofOwner, ownedTable } from '../owned-store.ts';

export type { LinkDomainRow };

export const {
  find: findLink,
  insert: insertLink,
  change: changeLink,
  remove: deleteLink,
} = ownedTable('link_domains');

export const {
  clearDefault: clearDefaultLink,
  listDue: listDueLinks,
  listFailing: listFailingLinks,
} = checkedTable('link_domains');

const rowsOf = (db: Queries, owner: Owner) => db.selectFrom('link_domains').selectAll().where(ofOwner(owner));

/** By name. */
export function listLinks(db: Queries, owner: Owner): Promise<LinkDomainRow[]> {
  return rowsOf(db, owner).orderBy('domain').orderBy('subdomain').execute();
}

/** Those of these domains, and the default one. */
export function findLinksFor(
  db: Queries,
  owner: Owner,
  domains: readonly string[],
): Promise<LinkDomainRow[]> {
  return rowsOf(db, owner)
    .where((eb) =>
      eb.or([eb('is_default', '=', 1), ...(domains.length > 0 ? [eb('domain', 'in', domains)] : [])]),
    )
    .execute();
}
