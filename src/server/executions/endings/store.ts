/** Stores the endings of executions with their progress, and reads the executions that they come to. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { ExecutionEndingRow } from '../../platform/database/schema/publishing.ts';

export async function insertEnding(tx: Queries, row: ExecutionEndingRow): Promise<void> {
  await tx.insertInto('execution_endings').values(row).execute();
}

export function findEnding(db: Queries, sid: string): Promise<ExecutionEndingRow | undefined> {
  return db.selectFrom('execution_endings').selectAll().where('sid', '=', sid).executeTakeFirst();
}

/** Those that are not over and end the same, newest first: one runs, and some before it may have failed. */
export function listRunningEndings(
  db: Queries,
  { flow, revision, executions }: Pick<ExecutionEndingRow, 'flow' | 'revision' | 'executions'>,
): Promise<ExecutionEndingRow[]> {
  return db
    .selectFrom('execution_endings')
    .selectAll()
    .where('flow', '=', flow)
    .where('revision', '=', revision)
    .where('executions', '=', executions)
    .where('completed_at', 'is', null)
    .orderBy('sid', 'desc')
    .limit(10)
    .execute();
}

/** Closes one that does not go on: what it has not ended counts as what could not be ended. */
export async function closeEnding(tx: Queries, sid: string, now: number): Promise<void> {
  await tx
    .updateTable('execution_endings')
    .set((eb) => ({
      completed_at: now,
      failed: sql<number>`coalesce(${eb.ref('total')}, 0) - ${eb.ref('ended')}`,
    }))
    .where('sid', '=', sid)
    .where('completed_at', 'is', null)
    .execute();
}

/** Newest first; positions are SIDs. */
export function listEndings(
  db: Queries,
  flow: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionEndingRow>> {
  return fetchPage(request, db.selectFrom('execution_endings').selectAll().where('flow', '=', flow));
}

export async function updateEnding(
  tx: Queries,
  sid: string,
  changed: Partial<Pick<ExecutionEndingRow, 'targets' | 'total' | 'position' | 'completed_at'>>,
): Promise<void> {
  await tx.updateTable('execution_endings').set(changed).where('sid', '=', sid).execute();
}

export async function countEnded(tx: Queries, sid: string, outcome: 'ended' | 'failed'): Promise<void> {
  await tx
    .updateTable('execution_endings')
    .set((eb) => ({ [outcome]: eb(outcome, '+', 1) }))
    .where('sid', '=', sid)
    .execute();
}

/** An execution's place in the order in which an ending comes to them. */
export type ExecutionPosition = { created_at: number; sid: string };
export type ActiveExecution = ExecutionPosition & { revision: number; widget: string | null };

/** The next active executions of the flow beyond `after`, oldest first, along the index of active ones. */
export function listActiveAfter(
  db: Queries,
  flow: string,
  after: ExecutionPosition | null,
  limit: number,
): Promise<ActiveExecution[]> {
  const active = db
    .selectFrom('executions')
    .select(['created_at', 'sid', 'revision', 'widget'])
    .where('flow', '=', flow)
    .where('status', '=', sql.lit('active'));
  const beyond =
    after === null
      ? active
      : active.where(sql<boolean>`(created_at, sid) > (${after.created_at}, ${after.sid})`);
  return beyond.orderBy('created_at').orderBy('sid').limit(limit).execute();
}
