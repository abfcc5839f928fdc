/** What the stores of the email API have in common: rows of an owner, each with an id; and domains that are checked. */

import type { Queries } from '../platform/database/database.ts';
import type { Owner } from '../platform/database/schema/email.ts';
import type { Tables } from '../platform/database/schema/tables.ts';

type OwnedTable =
  | 'email_alerts'
  | 'email_keys'
  | 'email_templates'
  | 'event_webhooks'
  | 'link_domains'
  | 'sending_domains'
  | 'suppression_groups'
  | 'verified_senders'
  | 'webhook_policies';

/** All of these tables have the columns that are named here. */
const asKeys = (table: OwnedTable) => table as 'email_keys';

/** The queries of one of the tables about one row. */
export function ownedTable<Table extends OwnedTable>(table: Table) {
  type Row = Tables[Table];
  type Id = Row['id'];
  return {
    async find(db: Queries, { account, region }: Owner, id: Id): Promise<Row | undefined> {
      const row = await db
        .selectFrom(asKeys(table))
        .selectAll()
        .where('account', '=', account)
        .where('region', '=', region)
        .where('id', '=', id as string)
        .executeTakeFirst();
      return row as Row | undefined;
    },

    async insert(tx: Queries, row: Row): Promise<void> {
      await tx
        .insertInto(asKeys(table))
        .values(row as Tables['email_keys'])
        .execute();
    },

    /** The row as it is afterwards; undefined when there is none. */
    async change(
      tx: Queries,
      { account, region }: Owner,
      id: Id,
      change: Partial<Row>,
    ): Promise<Row | undefined> {
      const row = await tx
        .updateTable(asKeys(table))
        .set(change as Partial<Tables['email_keys']>)
        .where('account', '=', account)
        .where('region', '=', region)
        .where('id', '=', id as string)
        .returningAll()
        .executeTakeFirst();
      return row as Row | undefined;
    },

    /** False when there is none. */
    async remove(tx: Queries, { account, region }: Owner, id: Id): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom(asKeys(table))
        .where('account', '=', account)
        .where('region', '=', region)
        .where('id', '=', id as string)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

const asLinks = (table: 'link_domains' | 'sending_domains') => table as 'link_domains';

/** The queries of domains of which one is the default, and whose DNS records are checked from time to time. */
export function checkedTable<Table extends 'link_domains' | 'sending_domains'>(table: Table) {
  type Row = Tables[Table];
  return {
    /** As there is one default at most. */
    async clearDefault(tx: Queries, { account, region }: Owner): Promise<void> {
      await tx
        .updateTable(asLinks(table))
        .set({ is_default: 0 })
        .where('account', '=', account)
        .where('region', '=', region)
        .where('is_default', '=', 1)
        .execute();
    },

    /** Those to be checked by `now`, the longest due first. */
    async listDue(db: Queries, { now, limit }: { now: number; limit: number }): Promise<Row[]> {
      const due = db.selectFrom(asLinks(table)).selectAll().where('check_at', '<=', now).orderBy('check_at');
      return (await due.limit(limit).execute()) as Row[];
    },

    async listFailing(db: Queries, { before, limit }: { before: number; limit: number }): Promise<Row[]> {
      const failing = db.selectFrom(asLinks(table)).selectAll().where('failing_since', '<=', before);
      return (await failing.orderBy('failing_since').limit(limit).execute()) as Row[];
    },
  };
}
