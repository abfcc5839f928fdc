/** Store: outbound messages, their personalizations, attachments and recipients. */

import type { Queries } from '../../platform/database/database.ts';
import { firstOf } from '../../platform/database/delete-some.ts';
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

/** Inserts a message without its recipients. Databases accept some ten thousand values in one statement. */
export async function insertOutboundMessage(
  tx: Queries,
  {
    mail,
    personalizations,
    attachments,
  }: {
    mail: OutboundMailRow;
    personalizations: readonly OutboundPersonalizationRow[];
    attachments: readonly OutboundAttachmentRow[];
  },
): Promise<void> {
  await tx.insertInto('outbound_mails').values(mail).execute();
  await tx.insertInto('outbound_personalizations').values(personalizations).execute();
  for (const each of attachments) await tx.insertInto('outbound_attachments').values(each).execute();
}

export async function insertRecipients(
  tx: Queries,
  recipients: readonly OutboundRecipientRow[],
): Promise<void> {
  await tx.insertInto('outbound_recipients').values(recipients).execute();
  await insertTerms(tx, recipients.map(indexed));
}

/** The number of the last recipient that was stored; -1 without any. */
export async function lastRecipientNumber(
  db: Queries,
  { id, shard }: Pick<OutboundMailRow, 'id' | 'shard'>,
): Promise<number> {
  const row = await db
    .selectFrom('outbound_recipients')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('mail', '=', id)
    .where('shard', '=', shard)
    .executeTakeFirst();
  return row?.last ?? -1;
}

/** A message, the JSON of its personalizations, and the names of its attachments; null when there is none. */
export async function findStoredMail(
  db: Queries,
  id: string,
): Promise<{ mail: OutboundMailRow; personalizations: string[]; filenames: string[] } | null> {
  const shard = shardOfOutboundMail(id);
  const mails = db.selectFrom('outbound_mails').selectAll().where('id', '=', id).where('shard', '=', shard);
  const mail = await mails.executeTakeFirst();
  if (mail === undefined) return null;
  const personalizations = await db
    .selectFrom('outbound_personalizations')
    .select('value')
    .where('mail', '=', id)
    .where('shard', '=', shard)
    .orderBy('number')
    .execute();
  const files = await attachmentsOf(db, id).select('filename').execute();
  return {
    mail,
    personalizations: personalizations.map(({ value }) => value),
    filenames: files.map(({ filename }) => filename),
  };
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

/** A recipient by its SID, as above, or by the two parts of its `sg_message_id`. Its message may be large, and is not read. */
export function findRecipient(
  db: Queries,
  key: { sid: string; shard: number | null } | { mail: string; number: number },
): Promise<OutboundRecipientRow | undefined> {
  const query = db.selectFrom('outbound_recipients').selectAll();
  if ('mail' in key) {
    const { mail, number } = key;
    const ofMail = query.where('mail', '=', mail).where('shard', '=', shardOfOutboundMail(mail));
    return ofMail.where('number', '=', number).executeTakeFirst();
  }
  const bySid = query.where('sid', '=', key.sid);
  return (key.shard === null ? bySid : bySid.where('shard', '=', key.shard)).executeTakeFirst();
}

export function findAttachments(db: Queries, mail: string): Promise<OutboundAttachmentRow[]> {
  return attachmentsOf(db, mail).selectAll().execute();
}

const attachmentsOf = (db: Queries, mail: string) =>
  db
    .selectFrom('outbound_attachments')
    .where('mail', '=', mail)
    .where('shard', '=', shardOfOutboundMail(mail))
    .orderBy('number');

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

/** In one transaction: recipients with forty search terms each, and bytes of what is overwritten in the embedded database. */
const deletedAtOnce = { recipients: 50, bytes: 4_000_000 };

/**
 * Deletes the account's oldest messages, created at `before` or earlier, with their rows; returns how many. Of messages with many
 * recipients some of these first, which makes 0; null when no such message is left.
 */
export async function deleteOldOutboundMessages(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number | null> {
  const old = await tx
    .selectFrom('outbound_mails')
    .select((eb) => ['id', eb.fn<number>('octet_length', ['shared']).as('bytes')])
    .where('account', '=', account)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return null;
  const mails = old.map(({ id }) => id);
  const files = await tx
    .selectFrom('outbound_attachments')
    .select((eb) => ['mail', eb.fn.sum<number>(eb.fn('octet_length', ['bytes'])).as('bytes')])
    .where('mail', 'in', mails)
    .groupBy('mail')
    .execute();
  const sizes = new Map(files.map(({ mail, bytes }) => [mail, Number(bytes)]));
  const sized = old.map(({ id, bytes }) => ({ id, bytes: Number(bytes) + (sizes.get(id) ?? 0) }));
  const some = firstOf(sized, deletedAtOnce.bytes).map(({ id }) => id);
  const found = await tx
    .selectFrom('outbound_recipients')
    .select(['sid', 'shard', 'terms'])
    .where('mail', 'in', some)
    .limit(deletedAtOnce.recipients + 1)
    .execute();
  const recipients = found.slice(0, deletedAtOnce.recipients);
  await deleteTerms(tx, recipients.map(indexed));
  if (found.length > recipients.length) {
    const sids = recipients.map(({ sid }) => sid);
    await tx.deleteFrom('outbound_recipients').where('sid', 'in', sids).execute();
    return 0;
  }
  const { numDeletedRows } = await tx.deleteFrom('outbound_mails').where('id', 'in', some).executeTakeFirst();
  return Number(numDeletedRows);
}
