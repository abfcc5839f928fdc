/** Store: batches of emails that are paused or cancelled. */

import { parseAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { Owner, ScheduledSendRow } from '../../platform/database/schema/email.ts';
import type { OutboundRecipientRow } from '../../platform/database/schema/outbound-email.ts';
import { ofOwner } from '../owned-store.ts';

export type { ScheduledSendRow };

const rowsOf = (db: Queries, owner: Owner) => db.selectFrom('scheduled_sends').where(ofOwner(owner));

/** Oldest first. */
export function listScheduledSends(db: Queries, owner: Owner): Promise<ScheduledSendRow[]> {
  return rowsOf(db, owner).selectAll().orderBy('created_at').orderBy('batch_id').execute();
}

export function findScheduledSend(
  db: Queries,
  owner: Owner,
  batchId: string,
): Promise<ScheduledSendRow | undefined> {
  return rowsOf(db, owner).selectAll().where('batch_id', '=', batchId).executeTakeFirst();
}

export async function insertScheduledSend(tx: Queries, row: ScheduledSendRow): Promise<void> {
  await tx.insertInto('scheduled_sends').values(row).execute();
}

/** False when there is none. */
export async function changeScheduledSend(
  tx: Queries,
  owner: Owner,
  batchId: string,
  status: ScheduledSendRow['status'],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scheduled_sends')
    .set({ status })
    .where(ofOwner(owner))
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there is none. */
export async function deleteScheduledSend(tx: Queries, owner: Owner, batchId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scheduled_sends')
    .where(ofOwner(owner))
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteScheduledSendsBefore(
  tx: Queries,
  { account }: Owner,
  time: number,
): Promise<void> {
  await tx
    .deleteFrom('scheduled_sends')
    .where('account', '=', account)
    .where('created_at', '<', time)
    .execute();
}

export type WaitingEmailRow = Pick<
  OutboundRecipientRow,
  'sid' | 'account' | 'region' | 'email' | 'sender' | 'subject' | 'send_at' | 'batch_id'
>;

/** Emails that wait for their time, the soonest first; cursors are the time and the SID. */
export function listWaiting(
  db: Queries,
  owner: Owner,
  request: KeysetPageRequest,
): Promise<KeysetPage<WaitingEmailRow>> {
  return fetchKeysetPage(request, ({ order, position, limit }) => {
    const [direction, operator] = order === 'desc' ? (['asc', '>'] as const) : (['desc', '<'] as const);
    const from = position === null ? null : parseAgeCursor(position);
    let query = db
      .selectFrom('outbound_recipients')
      .select(['sid', 'account', 'region', 'email', 'sender', 'subject', 'send_at', 'batch_id'])
      .where(ofOwner(owner))
      .where('waits_until', 'is not', null)
      // A process of the version before does not say that one waits no more.
      .where('status', '=', 'waiting');
    if (from !== null) {
      query = query.where((eb) =>
        eb(eb.refTuple('waits_until', 'sid'), operator, eb.tuple(from.created_at, from.sid)),
      );
    }
    return query.orderBy('waits_until', direction).orderBy('sid', direction).limit(limit).execute();
  });
}
