/** Store: outbound messages, their personalizations, attachments and recipients. */

import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type {
  OutboundAttachmentRow,
  OutboundMailRow,
  OutboundPersonalizationRow,
  OutboundRecipientRow,
  OutboundStatus,
} from '../../platform/database/schema/outbound-email.ts';
import { shardOfOutboundMail } from '../../platform/database/shard.ts';
import { ofOwner } from '../owned-store.ts';
import {
  deleteTerms,
  type EmailRange,
  insertTerms,
  type SearchedPage,
  searchEmails,
} from '../search/store.ts';

export type {
  OutboundAttachmentRow,
  OutboundMailRow,
  OutboundPersonalizationRow,
  OutboundRecipientRow,
  OutboundStatus,
};

/** Inserts a message with its rows. Databases accept some ten thousand values in one statement. */
export async function insertOutboundMessage(
  tx: Queries,
  {
    mail,
    personalizations,
    attachments,
    recipients,
  }: {
    mail: OutboundMailRow;
    personalizations: readonly OutboundPersonalizationRow[];
    attachments: readonly OutboundAttachmentRow[];
    recipients: readonly OutboundRecipientRow[];
  },
): Promise<void> {
  await tx.insertInto('outbound_mails').values(mail).execute();
  await tx.insertInto('outbound_personalizations').values(personalizations).execute();
  for (const each of attachments) await tx.insertInto('outbound_attachments').values(each).execute();
  await tx.insertInto('outbound_recipients').values(recipients).execute();
  await insertTerms(tx, recipients.map(indexed));
}

const indexed = ({ sid, shard, terms }: Pick<OutboundRecipientRow, 'sid' | 'shard' | 'terms'>) => ({
  ...{ email: sid, shard, terms },
});

export type OutboundRow = OutboundRecipientRow & { shared: string; value: string; ordered_at: number };

const withMessage = (db: Queries) =>
  db
    .selectFrom('outbound_recipients as recipient')
    .innerJoin('outbound_mails as mail', (join) =>
      join.onRef('mail.id', '=', 'recipient.mail').onRef('mail.shard', '=', 'recipient.shard'),
    )
    .innerJoin('outbound_personalizations as personalization', (join) =>
      join
        .onRef('personalization.mail', '=', 'recipient.mail')
        .onRef('personalization.shard', '=', 'recipient.shard')
        .onRef('personalization.number', '=', 'recipient.personalization'),
    )
    .selectAll('recipient')
    .select(['mail.shared', 'personalization.value', 'mail.created_at as ordered_at']);

/** What finds a recipient without looking into other shards. */
export type RecipientKey = Pick<OutboundRecipientRow, 'sid' | 'shard'>;

/** A recipient with its message; `shard` is null where nothing but the SID is known. */
export function findOutboundMessage(
  db: Queries,
  { sid, shard }: { sid: string; shard: number | null },
): Promise<OutboundRow | undefined> {
  const query = withMessage(db).where('recipient.sid', '=', sid);
  return (shard === null ? query : query.where('recipient.shard', '=', shard)).executeTakeFirst();
}

/** The same by the two parts of its `sg_message_id`. */
export function findOutboundMessageById(
  db: Queries,
  { mail, number }: { mail: string; number: number },
): Promise<OutboundRow | undefined> {
  return withMessage(db)
    .where('recipient.mail', '=', mail)
    .where('recipient.shard', '=', shardOfOutboundMail(mail))
    .where('recipient.number', '=', number)
    .executeTakeFirst();
}

export function findAttachments(db: Queries, mail: string): Promise<OutboundAttachmentRow[]> {
  return db
    .selectFrom('outbound_attachments')
    .selectAll()
    .where('mail', '=', mail)
    .where('shard', '=', shardOfOutboundMail(mail))
    .orderBy('number')
    .execute();
}

/** Sets the delivery status of a recipient, which waits for its time no more. */
export async function updateRecipient(
  tx: Queries,
  { sid, shard }: RecipientKey,
  change: Pick<OutboundRecipientRow, 'status' | 'in_mailbox' | 'attempts' | 'response' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('outbound_recipients')
    .set({ ...change, waits_until: null })
    .where('sid', '=', sid)
    .where('shard', '=', shard)
    .execute();
}

export type RecipientFilter = Owner & {
  status?: OutboundStatus | undefined;
  /** All of them must occur. */
  terms?: readonly string[];
  range?: EmailRange;
};

/** Recipients of an owner, newest first; cursors are SIDs. A page may end before it is full, where a search takes long. */
export function listRecipients(
  db: Queries,
  { account, region, status, terms = [], range = {} }: RecipientFilter,
  request: KeysetPageRequest,
  maxTested?: number,
): Promise<SearchedPage<OutboundRecipientRow>> {
  return searchEmails<OutboundRecipientRow>(
    db,
    {
      ...{ terms, range, emailOf: ({ sid }) => sid },
      all(db, { order, operator, position, limit }) {
        let query = db
          .selectFrom('outbound_recipients')
          .select(['sid as email', 'shard'])
          .where(ofOwner({ account, region }));
        if (range.from !== undefined) query = query.where('sid', '>=', range.from);
        if (range.to !== undefined) query = query.where('sid', '<=', range.to);
        if (position !== null) query = query.where('sid', operator, position);
        return query.orderBy('sid', order).limit(limit).execute();
      },
      async keep(emails) {
        if (emails.length === 0) return [];
        const query = db
          .selectFrom('outbound_recipients')
          .selectAll()
          .where(ofOwner({ account, region }))
          .where(
            'sid',
            'in',
            emails.map(({ email }) => email),
          );
        return (status === undefined ? query : query.where('status', '=', status)).execute();
      },
    },
    request,
    maxTested,
  );
}

/** The recipients of a message, in their order. */
export function listRecipientsOf(db: Queries, owner: Owner, mail: string): Promise<OutboundRecipientRow[]> {
  return db
    .selectFrom('outbound_recipients')
    .selectAll()
    .where('mail', '=', mail)
    .where('shard', '=', shardOfOutboundMail(mail))
    .where(ofOwner(owner))
    .orderBy('number')
    .execute();
}

const idsAtOnce = 100;

/** The recipients of an owner with these `sg_message_id`s, in no order. */
export async function listRecipientsByIds(
  db: Queries,
  { account, region }: Owner,
  ids: readonly string[],
): Promise<OutboundRecipientRow[]> {
  const wanted = new Set(ids);
  const rows: OutboundRecipientRow[] = [];
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const pairs = ids.slice(at, at + idsAtOnce).map((id) => id.split('.'));
    const mails = [...new Set(pairs.map(([mail = '']) => mail))];
    const found = await db
      .selectFrom('outbound_recipients')
      .selectAll()
      .where('mail', 'in', mails)
      .where('number', 'in', [...new Set(pairs.map(([, number]) => Number(number)))])
      .where('shard', 'in', [...new Set(mails.map(shardOfOutboundMail))])
      .execute();
    // By the owner here, so that no planner takes the index of owners.
    rows.push(
      ...found.filter(
        (row) => row.account === account && row.region === region && wanted.has(`${row.mail}.${row.number}`),
      ),
    );
  }
  return rows;
}

/** Deletes the account's oldest messages, created at `before` or earlier, with their rows; returns how many. */
export async function deleteOldOutboundMessages(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const old = tx
    .selectFrom('outbound_mails')
    .select('id')
    .where('account', '=', account)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit);
  const recipients = await tx
    .selectFrom('outbound_recipients')
    .select(['sid', 'shard', 'terms'])
    .where('mail', 'in', old)
    .execute();
  await deleteTerms(tx, recipients.map(indexed));
  const { numDeletedRows } = await tx.deleteFrom('outbound_mails').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
