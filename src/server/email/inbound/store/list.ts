/** Store: received emails as lists show them, with their last attempt; requeueing and deleting failed ones. */

import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { InboundAttemptRow, InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { ofOwner } from '../../owned-store.ts';
import { deleteTerms, type SearchedPage, searchEmails } from '../../search/store.ts';
import { type EmailKey, releaseContent } from './emails.ts';

/** An email and its last attempt at posting, null before the first. */
export type ListedEmail = InboundMailRow & { last: InboundAttemptRow | null };

/** Times are epoch milliseconds. */
export type EmailFilter = {
  status: InboundMailRow['status'] | null;
  hostname: string | null;
  from?: number | undefined;
  to?: number | undefined;
};

/** The cursor of an email in the list. */
export function emailPosition({ received_at, id }: Pick<InboundMailRow, 'received_at' | 'id'>): string {
  return `${received_at}.${id}`;
}

/** Null when the text is not a cursor. */
export function parseEmailPosition(text: string): { received_at: number; id: string } | null {
  const [, time, id] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(text) ?? [];
  return time === undefined || id === undefined ? null : { received_at: Number(time), id };
}

/** Newest first. */
export async function listEmails(
  db: Queries,
  owner: Owner,
  { status, hostname, from: since, to }: EmailFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<ListedEmail>> {
  const slice = await fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const from = position === null ? null : parseEmailPosition(position);
    const beyond = (eb: ExpressionBuilder<Tables, 'inbound_mails'>) =>
      from === null
        ? eb.lit(true)
        : eb(eb.refTuple('received_at', 'id'), operator, eb.tuple(from.received_at, from.id));
    let query = db.selectFrom('inbound_mails').selectAll().where(ofOwner(owner)).where(beyond);
    if (status !== null) query = query.where('status', '=', status);
    if (hostname !== null) query = query.where('hostname', '=', hostname);
    if (since !== undefined) query = query.where('received_at', '>=', since);
    if (to !== undefined) query = query.where('received_at', '<', to);
    return query.orderBy('received_at', order).orderBy('id', order).limit(limit).execute();
  });
  return { ...slice, rows: await withLastAttempt(db, slice.rows) };
}

/** Those that have all `terms`, at least one, by their ids, which are in order of time. A page may end before it is full. */
export async function searchReceived(
  db: Queries,
  owner: Owner,
  { status, hostname, from: since, to, terms }: EmailFilter & { terms: readonly string[] },
  { size, from }: KeysetPageRequest,
): Promise<SearchedPage<ListedEmail>> {
  const position = from === null ? undefined : parseEmailPosition(from.position)?.id;
  const page = await searchEmails<InboundMailRow>(
    db,
    {
      ...{ terms, range: { from: idAt(since), to: idAt(to) }, emailOf: ({ id }) => id },
      all: async () => [],
      async keep(emails) {
        if (emails.length === 0) return [];
        let query = db
          .selectFrom('inbound_mails')
          .selectAll()
          .where(ofOwner(owner))
          .where(
            'id',
            'in',
            emails.map(({ email }) => email),
          );
        if (status !== null) query = query.where('status', '=', status);
        if (hostname !== null) query = query.where('hostname', '=', hostname);
        return query.execute();
      },
    },
    { size, from: from === null || position === undefined ? null : { ...from, position } },
  );
  return { ...page, rows: await withLastAttempt(db, page.rows) };
}

/** Ids begin with the time: this one is smaller than all of that moment. */
const idAt = (time: number | undefined) =>
  time === undefined ? undefined : Math.max(0, time).toString(16).padStart(12, '0');

export async function findEmail(db: Queries, account: string, id: string): Promise<ListedEmail | undefined> {
  const row = await db
    .selectFrom('inbound_mails')
    .selectAll()
    .where('id', '=', id)
    .where('account', '=', account)
    .executeTakeFirst();
  return row && (await withLastAttempt(db, [row]))[0];
}

async function withLastAttempt(db: Queries, mails: readonly InboundMailRow[]): Promise<ListedEmail[]> {
  if (mails.length === 0) return [];
  const attempts = await db
    .selectFrom('inbound_attempts as attempt')
    .innerJoin('inbound_mails as mail', (join) =>
      join
        .onRef('mail.id', '=', 'attempt.mail')
        .onRef('mail.shard', '=', 'attempt.shard')
        .onRef('mail.attempts', '=', 'attempt.number'),
    )
    .selectAll('attempt')
    .where(
      'attempt.mail',
      'in',
      mails.map(({ id }) => id),
    )
    .execute();
  const last = new Map(attempts.map((attempt) => [attempt.mail, attempt]));
  return mails.map((mail) => ({ ...mail, last: last.get(mail.id) ?? null }));
}

/** The newest emails to a host name. */
export async function listNewestTo(
  db: Queries,
  owner: Owner,
  hostname: string,
  limit: number,
): Promise<ListedEmail[]> {
  const rows = await db
    .selectFrom('inbound_mails')
    .selectAll()
    .where('hostname', '=', hostname)
    .where(ofOwner(owner))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return withLastAttempt(db, rows);
}

/** All attempts at posting an email, newest first. */
export function listAttempts(db: Queries, { id, shard }: EmailKey): Promise<InboundAttemptRow[]> {
  return db
    .selectFrom('inbound_attempts')
    .selectAll()
    .where('mail', '=', id)
    .where('shard', '=', shard)
    .orderBy('number', 'desc')
    .execute();
}

/** Sets an email that is not tried any more back to waiting; undefined when it has another of these statuses. */
export function requeueEmail(
  tx: Queries,
  { account, id, statuses }: { account: string; id: string; statuses: readonly ('dead' | 'posted')[] },
): Promise<Pick<InboundMailRow, 'id' | 'shard' | 'account' | 'attempts'> | undefined> {
  return tx
    .updateTable('inbound_mails')
    .set({ status: 'waiting', finished_at: null })
    .where('id', '=', id)
    .where('account', '=', account)
    .where('status', 'in', statuses)
    .returning(['id', 'shard', 'account', 'attempts'])
    .executeTakeFirst();
}

/** Up to `limit` emails that failed at `before` or earlier, oldest first. */
export async function findDeadEmails(
  db: Queries,
  owner: Owner,
  { hostname, before, limit }: { hostname: string | null; before: number; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('inbound_mails')
    .select('id')
    .where(ofOwner(owner))
    .where('status', '=', 'dead')
    .where('finished_at', '<=', before);
  if (hostname !== null) query = query.where('hostname', '=', hostname);
  const rows = await query.orderBy('received_at').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Deletes a failed email; false when it has not failed. */
export async function deleteDeadEmail(
  tx: Queries,
  { account, id, shard }: Pick<InboundMailRow, 'account' | 'id' | 'shard'>,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('inbound_mails')
    .where('id', '=', id)
    .where('shard', '=', shard)
    .where('account', '=', account)
    .where('status', '=', 'dead')
    .returning(['content', 'terms'])
    .executeTakeFirst();
  if (gone === undefined) return false;
  await deleteTerms(tx, [{ email: id, shard, terms: gone.terms }]);
  await releaseContent(tx, gone.content);
  return true;
}
