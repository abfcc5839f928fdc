/** Stores batches of executions that are ended or deleted. */

import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type { ExecutionBatchRow } from '../../platform/database/schema/execution-lists.ts';

export async function insertBatch(tx: Queries, row: ExecutionBatchRow): Promise<void> {
  await tx.insertInto('execution_batches').values(row).execute();
}

export function findBatch(db: Queries, sid: string): Promise<ExecutionBatchRow | undefined> {
  return db.selectFrom('execution_batches').selectAll().where('sid', '=', sid).executeTakeFirst();
}

/** Newest first; positions are by age. */
export function listBatches(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionBatchRow>> {
  return fetchKeysetPage(request, (bounds) =>
    db
      .selectFrom('execution_batches')
      .selectAll()
      .where('account', '=', account)
      .where(beyondAgeCursor(bounds))
      .orderBy('created_at', bounds.order)
      .orderBy('sid', bounds.order)
      .limit(bounds.limit)
      .execute(),
  );
}

/** Moves a running batch on. */
export async function saveProgress(
  tx: Queries,
  sid: string,
  { position, now }: { position: string; now: number },
): Promise<void> {
  await tx
    .updateTable('execution_batches')
    .set({ position, updated_at: now })
    .where('sid', '=', sid)
    .where('status', '=', 'running')
    .execute();
}

/** Closes a running batch and forgets its filter, which may name a contact. */
export async function closeBatch(
  tx: Queries,
  sid: string,
  { status, now }: { status: 'completed' | 'canceled'; now: number },
): Promise<void> {
  await tx
    .updateTable('execution_batches')
    .set({ status, filter: '{}', updated_at: now })
    .where('sid', '=', sid)
    .where('status', '=', 'running')
    .execute();
}

export async function countOne(tx: Queries, sid: string, outcome: 'done' | 'failed'): Promise<void> {
  await tx
    .updateTable('execution_batches')
    .set((eb) => ({ [outcome]: eb(outcome, '+', 1) }))
    .where('sid', '=', sid)
    .execute();
}
