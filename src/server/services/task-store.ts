/** Rows of tasks of the embedded task service. */

import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { TaskRow } from '../platform/database/schema/tables.ts';
import { shardOfExecution } from '../platform/database/shard.ts';

export async function insertTask(tx: Queries, row: TaskRow): Promise<void> {
  await tx.insertInto('tasks').values(row).execute();
}

export function findTask(db: Queries, account: string, sid: string): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** Cancels the pending task that an execution's create-task command made. */
export async function cancelTask(
  tx: Queries,
  key: { account: string; execution: string; effect: string },
  now: number,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ status: 'canceled', updated_at: now })
    .where('account', '=', key.account)
    .where('execution', '=', key.execution)
    .where('shard', '=', shardOfExecution(key.execution))
    .where('effect', '=', key.effect)
    .where('status', '=', 'pending')
    .execute();
}

/** Completes a pending task; undefined when it is not pending (any more). */
export function completeTask(
  tx: Queries,
  key: { account: string; sid: string },
  now: number,
): Promise<TaskRow | undefined> {
  return tx
    .updateTable('tasks')
    .set({ status: 'completed', updated_at: now })
    .where('account', '=', key.account)
    .where('sid', '=', key.sid)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/** Tasks of the account, newest first; positions are SIDs. */
export function listTasks(
  db: Queries,
  filter: { account: string; status?: TaskRow['status'] | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<TaskRow>> {
  let query = db.selectFrom('tasks').selectAll().where('account', '=', filter.account);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  return fetchPage(request, query);
}
