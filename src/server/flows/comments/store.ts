/** Stores what people say about flows. */

import type { Queries } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { CommentRow } from '../../platform/database/schema/comments.ts';

/** Newest first; positions are SIDs. */
export function listRows(
  db: Queries,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<CommentRow>> {
  return fetchPage(request, db.selectFrom('flow_comments').selectAll().where('flow', '=', flow));
}

/** How many comments a flow has, and how many of them were written after `since`, epoch ms. */
export async function countComments(
  db: Queries,
  flow: string,
  since: number,
): Promise<{ all: number; recent: number }> {
  const { all, recent } = await db
    .selectFrom('flow_comments')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('created_at', '>', since).as('recent'),
    ])
    .where('flow', '=', flow)
    .executeTakeFirstOrThrow();
  return { all: Number(all), recent: Number(recent) };
}

export async function findComment(db: Queries, flow: string, sid: string): Promise<CommentRow | undefined> {
  return db
    .selectFrom('flow_comments')
    .selectAll()
    .where('flow', '=', flow)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** The row, which is not changed or deleted by others until the transaction ends. */
export async function lockComment(tx: Queries, flow: string, sid: string): Promise<CommentRow | undefined> {
  const query = tx.selectFrom('flow_comments').selectAll().where('flow', '=', flow).where('sid', '=', sid);
  return lockRows(tx, query).executeTakeFirst();
}

export async function insertComment(tx: Queries, row: CommentRow): Promise<void> {
  await tx.insertInto('flow_comments').values(row).execute();
}

type ChangedColumns = Pick<
  CommentRow,
  'text' | 'named_widgets' | 'edited_at' | 'resolved_at' | 'resolved_by_name' | 'updated_at'
>;

export async function changeComment(
  tx: Queries,
  sid: string,
  change: Partial<ChangedColumns>,
): Promise<CommentRow> {
  return tx
    .updateTable('flow_comments')
    .set(change)
    .where('sid', '=', sid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the comment and the replies to it. */
export async function deleteCommentRows(tx: Queries, flow: string, sid: string): Promise<void> {
  await tx
    .deleteFrom('flow_comments')
    .where('flow', '=', flow)
    .where(({ or, eb }) => or([eb('sid', '=', sid), eb('thread', '=', sid)]))
    .execute();
}
