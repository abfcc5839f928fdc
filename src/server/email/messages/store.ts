/** The rows of mail that goes out. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type {
  OutboundAttachmentRow,
  OutboundMailRow,
  OutboundPersonalizationRow,
  OutboundRecipientRow,
  OutboundStatus,
} from '../../platform/database/schema/outbound-email.ts';

export type {
  OutboundAttachmentRow,
  OutboundMailRow,
  OutboundPersonalizationRow,
  OutboundRecipientRow,
  OutboundStatus,
};

/** A mail with all that belongs to it. Databases take some ten thousand values in one statement. */
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
}

export type OutboundRow = OutboundRecipientRow & { shared: string; value: string; ordered_at: number };

const withMessage = (db: Queries) =>
  db
    .selectFrom('outbound_recipients as recipient')
    .innerJoin('outbound_mails as mail', 'mail.id', 'recipient.mail')
    .innerJoin('outbound_personalizations as person', (join) =>
      join
        .onRef('person.mail', '=', 'recipient.mail')
        .onRef('person.number', '=', 'recipient.personalization'),
    )
    .selectAll('recipient')
    .select(['mail.shared', 'person.value', 'mail.created_at as ordered_at']);

/** A recipient with the mail that is for it. */
export function findOutboundMessage(db: Queries, sid: string): Promise<OutboundRow | undefined> {
  return withMessage(db).where('recipient.sid', '=', sid).executeTakeFirst();
}

/** The same by the two halves of its `sg_message_id`. */
export function findOutboundMessageById(
  db: Queries,
  { mail, number }: { mail: string; number: number },
): Promise<OutboundRow | undefined> {
  return withMessage(db)
    .where('recipient.mail', '=', mail)
    .where('recipient.number', '=', number)
    .executeTakeFirst();
}

export function findAttachments(db: Queries, mail: string): Promise<OutboundAttachmentRow[]> {
  return db
    .selectFrom('outbound_attachments')
    .selectAll()
    .where('mail', '=', mail)
    .orderBy('number')
    .execute();
}

/** Notes what became of a recipient. */
export async function updateRecipient(
  tx: Queries,
  sid: string,
  change: Pick<OutboundRecipientRow, 'status' | 'in_mailbox' | 'attempts' | 'response' | 'updated_at'>,
): Promise<void> {
  await tx.updateTable('outbound_recipients').set(change).where('sid', '=', sid).execute();
}

/** Recipients of an owner, newest first; positions are SIDs. */
export function listRecipients(
  db: Queries,
  { account, region, status }: Owner & { status?: OutboundStatus | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<OutboundRecipientRow>> {
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    let query = db
      .selectFrom('outbound_recipients')
      .selectAll()
      .where('account', '=', account)
      .where('region', '=', region);
    if (status !== undefined) query = query.where('status', '=', status);
    if (position !== null) query = query.where('sid', operator, position);
    return query.orderBy('sid', order).limit(limit).execute();
  });
}

/** Which of these addresses have left the group. */
export async function findSuppressedInGroup(
  db: Queries,
  { account, region }: Owner,
  group: number,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('group_suppressions')
    .select('email')
    .where('account', '=', account)
    .where('region', '=', region)
    .where('group_id', '=', group)
    .where('email', 'in', emails)
    .execute();
  return rows.map(({ email }) => email);
}

/** What was recorded about a mail, oldest first, as JSON. */
export async function listMessageEvents(db: Queries, { account, region }: Owner, message: string) {
  const rows = await db
    .selectFrom('mail_events')
    .select(['id', 'kind', 'payload', 'created_at'])
    .where('account', '=', account)
    .where('region', '=', region)
    .where('message', '=', message)
    .orderBy('seq')
    .execute();
  return rows;
}

/** The oldest mails of an account that were ordered at `before` or earlier, with all that belongs to them. */
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
  const { numDeletedRows } = await tx.deleteFrom('outbound_mails').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
