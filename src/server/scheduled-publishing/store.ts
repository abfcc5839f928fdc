/** Stores publish requests. */

import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { PublishRequestRow } from '../platform/database/schema/publishing.ts';

/** False, and nothing is stored, while the flow has a pending one. */
export async function insertRequest(tx: Queries, row: PublishRequestRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('publish_requests')
    .values(row)
    .onConflict((conflict) => conflict.column('flow').where('closed_at', 'is', null).doNothing())
    .returning('sid')
    .execute();
  return inserted.length === 1;
}

export function findRequest(db: Queries, sid: string): Promise<PublishRequestRow | undefined> {
  return db.selectFrom('publish_requests').selectAll().where('sid', '=', sid).executeTakeFirst();
}

/** Newest first; positions are SIDs. */
export function listRequests(
  db: Queries,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<PublishRequestRow>> {
  return fetchPage(request, db.selectFrom('publish_requests').selectAll().where('flow', '=', flow));
}

/** Changes a request that has still the status `from`; undefined when it was changed meanwhile. */
export function moveRequest(
  tx: Queries,
  { sid, status: from }: Pick<PublishRequestRow, 'sid' | 'status'>,
  changed: Partial<PublishRequestRow>,
): Promise<PublishRequestRow | undefined> {
  return tx
    .updateTable('publish_requests')
    .set(changed)
    .where('sid', '=', sid)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
}
