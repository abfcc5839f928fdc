/** What the stores of the email API have in common: rows of an owner, each with an id; and domains that are checked. */

import {
  AndNode,
  type Expression,
  type ExpressionBuilder,
  ExpressionWrapper,
  type SqlBool,
  sql,
} from 'kysely';
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

/** The names of the tables whose rows belong to an owner. */
type TableOfOwners = { [Name in keyof Tables]: Tables[Name] extends Owner ? Name : never }[keyof Tables];

/**
 * The filter of an owner's rows, for any table with an account and a region: `.where(ofOwner(owner))`. Not for a part of
 * an `or`: the two conditions have no parentheses, so that a statement has the text of two calls of `where`, by which
 * statements across shards are listed.
 */
export function ofOwner({ account, region }: Owner) {
  return <Name extends TableOfOwners>(rows: ExpressionBuilder<Tables, Name>): Expression<SqlBool> => {
    // All of these tables have the two columns.
    const eb = rows as unknown as ExpressionBuilder<Tables, 'email_keys'>;
    const isAccount = eb('account', '=', account).toOperationNode();
    const isRegion = eb('region', '=', region).toOperationNode();
    return new ExpressionWrapper(AndNode.create(isAccount, isRegion));
  };
}

/** Leaves out rows that are deleted (`Deletable`). */
export const isThere = sql<boolean>`deleted_at is null`;

const deletable: readonly OwnedTable[] = ['email_templates', 'event_webhooks', 'suppression_groups'];

/** All of these tables have the columns that are named here. */
const asKeys = (table: OwnedTable) => table as 'email_keys';

/** The queries of one of the tables about one row. */
export function ownedTable<Table extends OwnedTable>(table: Table) {
  const isDeletable = deletable.includes(table);
  type Row = Tables[Table];
  type Id = Row['id'];
  return {
    async find(db: Queries, owner: Owner, id: Id): Promise<Row | undefined> {
      const row = await db
        .selectFrom(asKeys(table))
        .selectAll()
        .where(ofOwner(owner))
        .where('id', '=', id as string)
        .$if(isDeletable, (query) => query.where(isThere))
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
    async change(tx: Queries, owner: Owner, id: Id, change: Partial<Row>): Promise<Row | undefined> {
      const row = await tx
        .updateTable(asKeys(table))
        .set(change as Partial<Tables['email_keys']>)
        .where(ofOwner(owner))
        .where('id', '=', id as string)
        .$if(isDeletable, (query) => query.where(isThere))
        .returningAll()
        .executeTakeFirst();
      return row as Row | undefined;
    },

    /** False when there is none. */
    async remove(tx: Queries, owner: Owner, id: Id): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom(asKeys(table))
        .where(ofOwner(owner))
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
    async clearDefault(tx: Queries, owner: Owner): Promise<void> {
      await tx
        .updateTable(asLinks(table))
        .set({ is_default: 0 })
        .where(ofOwner(owner))
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
